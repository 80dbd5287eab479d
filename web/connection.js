// The socket to the server, kept open: joins, resumes after a loss, waits longer after each failure, and gives up
// only where trying again cannot help.

import {
  Bye, CLOSE_CODE_BASE, Credential, Decoder, Kind, PROTOCOL_NAME, PROTOCOL_VERSION, readServer, writeJoin, writePing,
} from "./protocol.js";

const DELAY_MS_MIN = 250;
const DELAY_MS_MAX = 8000;
const STABLE_MS = 5000; // a connection that lasts so long ends the series of failures
const SILENCE_MS_MAX = 10_000; // after a ping: proxies swallow sockets without a word
const QUIET_MS_MAX = 2500; // the server says something every second, a slow network may keep it

/** After these, trying again by itself would fail the same way, or take the seat from another window. */
const FINAL_BYES = /** @type {readonly number[]} */ ([Bye.VERSION, Bye.DECODER, Bye.REPLACED]);

/**
 * @typedef {{ state: "connecting" | "joined", bye: null, delayMs: 0 }
 *         | { state: "waiting", bye: number | null, delayMs: number }
 *         | { state: "ended", bye: number, delayMs: 0 }} ConnectionState  bye: the server's reason
 *
 * @typedef {object} Player  what a join says
 * @property {import("./protocol.js").Viewport} viewport
 * @property {string} language
 * @property {Uint8Array | null} token  of the seat to resume
 */

/**
 * How long to wait before attempt `failures` + 1: growing, and spread so that a crowd does not come back at once.
 * @param {number} failures  in a row
 * @param {number} random  0 to 1
 */
export function reconnectDelayMs(failures, random) {
  const delayMs = Math.min(DELAY_MS_MAX, DELAY_MS_MIN * 2 ** failures);
  return delayMs * (0.5 + 0.5 * random);
}

export class Connection {
  /** @type {Player} changed by the owner as the window changes */
  player;

  /** @type {WebSocket | null} */
  #socket = null;
  #url;
  #on;
  #failures = 0;
  #isJoined = false;
  #joinedMs = 0;
  /** @type {number | null} when the first ping went out of those that nothing has followed */
  #askedMs = null;
  #heardMs = 0;
  #isQuiet = false;
  /** @type {number | null} */
  #bye = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} url
   * @param {Player} player
   * @param {object} on
   * @param {(state: ConnectionState) => void} on.state
   * @param {(isQuiet: boolean) => void} on.quiet  nothing arrives any more from the server joined, or something again
   * @param {(token: Uint8Array) => void} on.token  single use: each join brings a new one
   * @param {(message: import("./protocol.js").ServerMessage, arrivedMs: number) => void} on.message
   */
  constructor(url, player, on) {
    this.#url = url;
    this.player = player;
    this.#on = on;
  }

  /** Connects now, whatever was waited for. */
  open() {
    clearTimeout(this.#timer);
    if (this.#socket)
      return;
    const socket = new WebSocket(this.#url, PROTOCOL_NAME);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(writeJoin(this.#join()));
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = (event) => this.#lose(event.code);
    this.#socket = socket;
    this.#bye = null;
    this.#on.state({ state: "connecting", bye: null, delayMs: 0 });
  }

  /** @param {Uint8Array<ArrayBuffer>} message @returns {boolean}  false: not joined */
  send(message) {
    if (!this.#isJoined)
      return false;
    this.#socket?.send(message);
    return true;
  }

  /** To be called every second or so: asks for a sign of life, or gives the server up. @param {number} clientUs */
  ping(clientUs) {
    const nowMs = performance.now();
    if (this.#askedMs !== null && nowMs - this.#askedMs > SILENCE_MS_MAX)
      this.#abandon();
    else if (this.send(writePing(clientUs)))
      this.#askedMs ??= nowMs;
  }

  /** To be called several times a second. */
  listen() {
    this.#setQuiet(this.#isJoined && performance.now() - this.#heardMs > QUIET_MS_MAX);
  }

  /** @param {boolean} isQuiet */
  #setQuiet(isQuiet) {
    if (isQuiet !== this.#isQuiet)
      this.#on.quiet(isQuiet);
    this.#isQuiet = isQuiet;
  }

  #join() {
    const { viewport, language, token } = this.player;
    return {
      kind: Kind.JOIN, version: PROTOCOL_VERSION, decoders: Decoder.WEBCODECS, viewport, language,
      credentialKind: token ? Credential.RESUME_TOKEN : Credential.GUEST, credential: token ?? new Uint8Array(0),
    };
  }

  /** @param {unknown} data */
  #receive(data) {
    const nowMs = performance.now();
    this.#askedMs = null;
    this.#heardMs = nowMs;
    this.#setQuiet(false);
    const message = this.#read(data);
    if (message?.kind === Kind.HELLO)
      this.#greeted(message, nowMs);
    else if (message?.kind === Kind.BYE)
      this.#bye = message.code;
    if (message)
      this.#on.message(message, nowMs);
  }

  /** @param {unknown} data */
  #read(data) {
    try {
      if (!(data instanceof ArrayBuffer))
        throw new RangeError("the server sent a text");
      return readServer(data);
    } catch (error) {
      if (!(error instanceof RangeError))
        throw error;
      this.#abandon();
      return null;
    }
  }

  /** @param {import("./protocol.js").Hello} hello @param {number} nowMs */
  #greeted(hello, nowMs) {
    this.#isJoined = true;
    this.#joinedMs = nowMs;
    this.player.token = hello.token.slice();
    this.#on.token(this.player.token);
    this.#on.state({ state: "joined", bye: null, delayMs: 0 });
  }

  /** Does not wait for the other end's agreement, which may never come. */
  #abandon() {
    const socket = this.#socket;
    if (!socket)
      return;
    socket.onmessage = socket.onclose = null;
    socket.close(CLOSE_CODE_BASE + Bye.MALFORMED);
    this.#lose(0);
  }

  /** @param {number} closeCode */
  #lose(closeCode) {
    this.#socket = null;
    if (this.#isJoined && performance.now() - this.#joinedMs > STABLE_MS)
      this.#failures = 0;
    this.#isJoined = false;
    this.#setQuiet(false);
    this.#askedMs = null;
    this.#bye ??= closeCode > CLOSE_CODE_BASE ? closeCode - CLOSE_CODE_BASE : null;
    if (this.#bye === Bye.CREDENTIAL)
      this.#forgetSeat();
    if (this.#bye !== null && FINAL_BYES.includes(this.#bye))
      this.#on.state({ state: "ended", bye: this.#bye, delayMs: 0 });
    else
      this.#wait();
  }

  /** The avatar is gone: joining afresh is worth an attempt at once. */
  #forgetSeat() {
    if (this.player.token)
      this.#failures = 0;
    this.player.token = null;
  }

  #wait() {
    const delayMs = reconnectDelayMs(this.#failures++, Math.random());
    this.#timer = setTimeout(() => this.open(), delayMs);
    this.#on.state({ state: "waiting", bye: this.#bye, delayMs });
  }
}
