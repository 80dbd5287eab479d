// The server's end of one WebSocket, played by a test: says what it is told to, and remembers what the page says.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { Kind, PROTOCOL_NAME } from "../../web/protocol.js";
import { readClient, writeServer } from "./protocol_server.mjs";
import { startRelay } from "./relay.mjs";

const WAIT_MS_MAX = 5000;
const OPCODE_TEXT = 1;
const OPCODE_BINARY = 2;
const OPCODE_CLOSE = 8;

/** Six patches of 32 x 64 pixels: white, black, grey, red, green, blue. BT.709, limited range; one IDR by libx264. */
export const COLOR_CARD = Buffer.from(
  "AAAAAWdCwAraDCaagICAoAAAAwAgAAAHkeJE1AAAAAFozgFPIAAAAWWIhDomKAAPk0nJGCgAD8HJGyYoAA/KScRigADG/HAAEbOOAAL60nEYoA" +
  "A/KRwABQhjgAD5DJxEgoAA/ExwABrYjgACnpJLXXXXXXT109dPXXXXXXXT109dPXXXXXXXT109dPXg", "base64");
export const CARD_FORMAT = {
  kind: Kind.FORMAT, codec: 1, codedWidthPx: 192, codedHeightPx: 64, visibleWidthPx: 192, visibleHeightPx: 64,
  codecString: "avc1.42C00A",
};

/** @typedef {import("../../web/protocol.js").ClientMessage} ClientMessage */

class FakeStream {
  /** @type {ClientMessage[]} all that the page has said */
  messages = [];
  /** Settles when the page is gone. @type {Promise<unknown>} */
  closed;
  #socket;
  /** @type {Buffer} */
  #unread = Buffer.alloc(0);
  #frame = 0;
  #heard = new EventTarget();

  /** @param {import("node:net").Socket} socket @param {string} head  of the upgrade request */
  constructor(socket, head) {
    const key = /^sec-websocket-key: *(\S+)/im.exec(head)?.[1] ?? "";
    // The constant is RFC 6455's.
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${PROTOCOL_NAME}\r\n\r\n`);
    socket.on("data", (bytes) => this.#read(bytes));
    this.closed = once(socket, "close");
    this.#socket = socket;
  }

  /** @param {import("../../web/protocol.js").ServerMessage} message */
  send(message) {
    this.sendBytes(writeServer(message));
  }

  /** @param {Uint8Array} bytes */
  sendBytes(bytes, opcode = OPCODE_BINARY) {
    const { length } = bytes;
    const size = length < 126 ? [length] : [126, length >> 8, length & 255];
    this.#socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...size]), bytes]));
  }

  /** @param {string} text */
  sendText(text) {
    this.sendBytes(Buffer.from(text), OPCODE_TEXT);
  }

  /** Says hello, with a token of its own. @param {number} [tokenByte] */
  greet(tokenByte = 1) {
    const token = new Uint8Array(16).fill(tokenByte);
    this.send({ kind: Kind.HELLO, version: 1, frameRate: 60, session: 1, serverUs: 0, token });
  }

  /** Sends the colour card as the next frame. @returns {number} its id */
  sendCard() {
    this.send({
      kind: Kind.FRAME, isKeyframe: true, showsInput: false, id: ++this.#frame, inputSequence: 0, baseUs: 0,
      stageUs: [0, 0, 0, 0, 0, 0, 0], data: COLOR_CARD,
    });
    return this.#frame;
  }

  /** Hello, format and a first picture. */
  start(format = CARD_FORMAT) {
    this.greet();
    this.send(/** @type {import("../../web/protocol.js").Format} */ (format));
    return this.sendCard();
  }

  /** @param {number} code */
  bye(code) {
    this.send({ kind: Kind.BYE, code, text: "" });
    this.close();
  }

  close() {
    this.#socket.destroy();
  }

  /**
   * Waits until the page has said enough.
   * @template Answer
   * @param {(messages: ClientMessage[]) => Answer | null | undefined | false} look
   * @returns {Promise<Answer>}
   */
  async hears(look) {
    const endMs = performance.now() + WAIT_MS_MAX;
    for (;;) {
      const answer = look(this.messages);
      if (answer)
        return answer;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0)
        throw new Error(`the page did not say it; it said ${JSON.stringify(this.messages.slice(-8))}`);
      await once(this.#heard, "message", { signal: AbortSignal.timeout(Math.ceil(leftMs)) }).catch(() => {});
    }
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const frame = takeFrame(this.#unread);
      if (!frame)
        return;
      this.#unread = this.#unread.subarray(frame.size);
      if (frame.opcode === OPCODE_CLOSE)
        return this.close();
      const message = readClient(new Uint8Array(frame.payload).buffer);
      if (message)
        this.messages.push(message);
      this.#heard.dispatchEvent(new Event("message"));
    }
  }
}

/**
 * A masked frame of at most 65,535 bytes [RFC 6455, section 5.2].
 * @param {Buffer} bytes
 */
function takeFrame(bytes) {
  if (bytes.length < 6)
    return null;
  const isLong = (bytes[1] & 127) === 126;
  const length = isLong ? bytes.readUInt16BE(2) : bytes[1] & 127;
  const start = isLong ? 8 : 6;
  if (bytes.length < start + length)
    return null;
  const mask = bytes.subarray(start - 4, start);
  const payload = bytes.subarray(start, start + length).map((byte, i) => byte ^ mask[i % 4]);
  return { opcode: bytes[0] & 15, payload, size: start + length };
}

/** The page's files from the real server, its WebSockets from the test. */
export class FakeFront {
  /** @type {FakeStream[]} in the order of their coming */
  #streams = [];
  #came = new EventTarget();
  /** @type {import("./relay.mjs").Relay | null} */
  #relay = null;

  /** @param {string} serverUrl */
  static async start(serverUrl) {
    const front = new FakeFront();
    front.#relay = await startRelay(serverUrl, {
      takeWebSocket: (socket, head) => {
        front.#streams.push(new FakeStream(socket, head));
        front.#came.dispatchEvent(new Event("stream"));
      },
    });
    return front;
  }

  get url() {
    return this.#relay?.url ?? "";
  }

  /** The next WebSocket, once its join is there. */
  async next() {
    if (this.#streams.length === 0)
      await once(this.#came, "stream", { signal: AbortSignal.timeout(2 * WAIT_MS_MAX) });
    const stream = /** @type {FakeStream} */ (this.#streams.shift());
    const join = await stream.hears(([first]) => first?.kind === Kind.JOIN && "decoders" in first && first);
    return { stream, join };
  }

  close() {
    this.#relay?.close();
  }
}
