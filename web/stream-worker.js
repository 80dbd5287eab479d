// The worker between server and page: owns the socket and the decoder, and brings pictures to the screen, so that
// nothing the page does delays a frame. The page sends it touches and gets state back.
//
// Pictures go one of two ways: copied into memory that the page shows from (`surface.js`), or painted here onto a
// canvas that the page has transferred. The first pictures of the stream decide which (`painters.js`).

import { Connection } from "./connection.js";
import { StreamDecoder } from "./decoder.js";
import { PaintTrial, createPainter } from "./painters.js";
import {
  Kind, PauseReason, Phase, writeAcknowledge, writeKeyframeRequest, writePointer, writeViewportMessage, writeVisibility,
} from "./protocol.js";
import { SurfaceWriter, createSurface } from "./surface.js";
import { Telemetry } from "./telemetry.js";

const PING_INTERVAL_MS = 5000; // well below the 60 s after which proxies hang up
const PING_INTERVAL_HUD_MS = 1000;
const REPORT_INTERVAL_MS = 500;
const LISTEN_INTERVAL_MS = 250;

/**
 * "share" is copying into shared memory, for the page to put on its canvas.
 * @typedef {"share" | import("./painters.js").Way} Mount
 * @typedef {import("./decoder.js").DecodedPicture} DecodedPicture
 *
 * @typedef {object} PointerInput
 * @property {number} pointer  contact
 * @property {number} phase
 * @property {number} x  of 65535
 * @property {number} y
 * @property {number} atMs  on the page's clock
 *
 * @typedef {{ kind: "start", url: string, player: import("./connection.js").Player, timeOriginMs: number,
 *             mount: Mount }
 *         | { kind: "canvas", canvas: OffscreenCanvas }
 *         | { kind: "pointer", input: PointerInput, frame: number }
 *         | { kind: "presented", frame: number, atMs: number }
 *         | { kind: "viewport", viewport: import("./protocol.js").Viewport }
 *         | { kind: "visibility", isVisible: boolean }
 *         | { kind: "connect" }
 *         | { kind: "hud", isOn: boolean }
 *         | { kind: "report" }} ToWorker
 *
 * @typedef {object} Report
 * @property {Mount} mount
 * @property {string} codec
 * @property {number} widthPx
 * @property {number} heightPx
 * @property {number} decoderResets
 * @property {number} openFrames
 * @property {import("./telemetry.js").Measured} measured
 * @property {import("./protocol.js").Statistics | null} server
 * @property {Record<string, number>} paintMs  best time of each way that was tried
 *
 * @typedef {{ kind: "connection", state: import("./connection.js").ConnectionState }
 *         | { kind: "token", token: Uint8Array }
 *         | { kind: "surface", surface: import("./surface.js").Surface }
 *         | { kind: "wake" }
 *         | { kind: "mount", mount: Mount }
 *         | { kind: "shown", frame: number, widthPx: number, heightPx: number }
 *         | { kind: "paused", isPaused: boolean }
 *         | { kind: "quiet", isQuiet: boolean }
 *         | { kind: "notice", text: string }
 *         | { kind: "report", report: Report }} ToPage
 */

/** @type {{ postMessage(message: ToPage): void, onmessage: ((event: MessageEvent<ToWorker>) => void) | null }} */
const page = /** @type {any} */ (self);

/** What has left for the screen: its times are known when the page says that it is there. */
class LeavingPictures {
  /** @type {Map<number, DecodedPicture>} by frame id, oldest first */
  #pictures = new Map();

  /** @param {DecodedPicture} picture */
  left(picture) {
    this.#pictures.set(picture.message.id, picture);
  }

  /** @param {number} frame @returns {DecodedPicture | undefined}  earlier ones are forgotten with it */
  arrived(frame) {
    const picture = this.#pictures.get(frame);
    for (const id of this.#pictures.keys()) {
      if (id > frame)
        break;
      this.#pictures.delete(id);
    }
    return picture;
  }
}

class StreamWorker {
  #connection;
  #decoder;
  #telemetry = new Telemetry();
  #leaving = new LeavingPictures();
  #trial = new PaintTrial();
  /** @type {Mount} */
  #mount;
  /** @type {import("./protocol.js").Format | null} */
  #format = null;
  /** @type {SurfaceWriter | null} */
  #surface = null;
  /** @type {OffscreenCanvas | null} */
  #canvas = null;
  /** @type {import("./painters.js").Painter | null} */
  #painter = null;
  /** @type {DecodedPicture | null} the newest that is not painted yet */
  #next = null;
  #isPainting = false;
  #isVisible = true;
  #sequence = 0;
  #clockMs;
  /** @type {import("./protocol.js").Statistics | null} */
  #statistics = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pingTimer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #reportTimer;

  /** @param {Extract<ToWorker, { kind: "start" }>} start */
  constructor({ url, player, timeOriginMs, mount }) {
    this.#clockMs = performance.timeOrigin - timeOriginMs;
    this.#mount = mount;
    this.#decoder = new StreamDecoder({
      picture: (picture) => this.#offer(picture),
      // What is lost is no longer on its way: without this the server would wait for it, and make no keyframe.
      lost: (frame) => this.#acknowledge(frame, 0, this.#pageMs()),
      needsKeyframe: () => this.#connection.send(writeKeyframeRequest()),
    });
    this.#connection = new Connection(url, player, {
      state: (state) => this.#connectionChanged(state),
      quiet: (isQuiet) => page.postMessage({ kind: "quiet", isQuiet }),
      token: (token) => page.postMessage({ kind: "token", token }),
      message: (message, arrivedMs) => this.#receive(message, arrivedMs),
    });
    this.#showHud(false);
    setInterval(() => this.#connection.listen(), LISTEN_INTERVAL_MS);
    this.#connection.open();
  }

  /** @param {ToWorker} message */
  handle(message) {
    switch (message.kind) {
      case "pointer": return this.#point(message.input, message.frame);
      case "presented": return this.#presented(message.frame, message.atMs);
      case "canvas": return this.#useCanvas(message.canvas);
      case "viewport": return this.#resize(message.viewport);
      case "visibility": return this.#setVisible(message.isVisible);
      case "connect": return this.#connection.open();
      case "hud": return this.#showHud(message.isOn);
      case "report": return this.#report();
    }
  }

  /** The time on the page's performance.now(). @param {number} [ownMs] */
  #pageMs(ownMs = performance.now()) {
    return ownMs + this.#clockMs;
  }

  // ---- server -----------------------------------------------------------------------------------

  /** @param {import("./connection.js").ConnectionState} state */
  #connectionChanged(state) {
    if (state.state === "joined") {
      this.#sequence = 0;
      this.#telemetry.restart();
      this.#leaving = new LeavingPictures();
      if (!this.#isVisible)
        this.#setVisible(false);
      this.#ping();
    } else {
      this.#decoder.close();
    }
    page.postMessage({ kind: "connection", state });
  }

  /** @param {import("./protocol.js").ServerMessage} message @param {number} arrivedMs */
  #receive(message, arrivedMs) {
    switch (message.kind) {
      case Kind.FRAME:
        this.#telemetry.received(message, this.#pageMs(arrivedMs));
        this.#decoder.decode(message, arrivedMs);
        break;
      case Kind.FORMAT:
        this.#useFormat(message);
        break;
      case Kind.PONG:
        this.#telemetry.pong(message, this.#pageMs(arrivedMs));
        break;
      case Kind.STATISTICS:
        this.#statistics = message;
        break;
      case Kind.PAUSE: // a page that is hidden has no one to tell
        page.postMessage({ kind: "paused", isPaused: message.reason === PauseReason.SILENT });
        break;
      case Kind.RESUME:
        page.postMessage({ kind: "paused", isPaused: false });
        break;
      case Kind.NOTICE:
        page.postMessage({ kind: "notice", text: message.text });
        break;
    }
  }

  #ping() {
    this.#connection.ping(Math.round(1000 * this.#pageMs()));
  }

  /** @param {import("./protocol.js").Viewport} viewport */
  #resize(viewport) {
    this.#connection.player.viewport = viewport;
    this.#connection.send(writeViewportMessage(viewport));
  }

  /** @param {boolean} isVisible */
  #setVisible(isVisible) {
    this.#isVisible = isVisible;
    this.#connection.send(writeVisibility(isVisible));
  }

  /** @param {PointerInput} input @param {number} frame  that was on screen */
  #point({ pointer, phase, x, y, atMs }, frame) {
    const sequence = this.#sequence + 1;
    const clientUs = Math.round(1000 * atMs);
    if (!this.#connection.send(writePointer({ sequence, pointer, phase, x, y, frame, clientUs })))
      return;
    this.#sequence = sequence;
    if (phase === Phase.DOWN)
      this.#telemetry.pressed(sequence, atMs);
  }

  // ---- pictures ---------------------------------------------------------------------------------

  /** @param {import("./protocol.js").Format} format */
  #useFormat(format) {
    this.#format = format;
    this.#decoder.configure(format);
    if (this.#mount === "share")
      this.#share(format);
    else if (this.#canvas)
      this.#fitCanvas(this.#canvas, format);
  }

  /** @param {import("./protocol.js").Format} format */
  #share(format) {
    const surface = createSurface(format);
    this.#surface = new SurfaceWriter(surface);
    page.postMessage({ kind: "surface", surface });
  }

  /** @param {OffscreenCanvas} canvas @param {import("./protocol.js").Format} format */
  #fitCanvas(canvas, format) {
    canvas.width = format.visibleWidthPx;
    canvas.height = format.visibleHeightPx;
  }

  /** The page has a canvas for us to paint on, as #mount says. @param {OffscreenCanvas} canvas */
  #useCanvas(canvas) {
    if (this.#mount === "share")
      return;
    this.#canvas = canvas;
    this.#painter = createPainter(canvas, this.#mount);
    if (this.#format)
      this.#fitCanvas(canvas, this.#format);
  }

  /** If several pictures come at once, the newest wins. @param {DecodedPicture} picture */
  #offer(picture) {
    if (this.#next)
      this.#decoder.release(this.#next.frame);
    this.#next = picture;
    if (!this.#isPainting)
      this.#paintAll();
  }

  async #paintAll() {
    this.#isPainting = true;
    while (this.#next) {
      const picture = this.#next;
      this.#next = null;
      await this.#paint(picture);
      if (!this.#trial.isOver)
        await this.#competeWith(picture.frame);
      this.#decoder.release(picture.frame);
    }
    this.#isPainting = false;
  }

  /** @param {DecodedPicture} picture */
  async #paint(picture) {
    this.#leaving.left(picture);
    try {
      if (this.#mount === "share")
        await this.#copyToPage(picture);
      else
        await this.#paintHere(picture);
    } catch {
      // A codec that the system takes away takes its pictures with it, and not every browser can copy pixels out.
      this.#acknowledge(picture.message.id, 0, this.#pageMs());
    }
  }

  /** @param {DecodedPicture} picture */
  async #copyToPage({ frame, message }) {
    const surface = this.#surface;
    if (!surface?.fits(/** @type {DOMRectReadOnly} */ (frame.visibleRect)))
      return;
    await frame.copyTo(surface.pixels, { format: "RGBA" });
    if (surface.publish(message.id))
      page.postMessage({ kind: "wake" });
  }

  /** @param {DecodedPicture} picture */
  async #paintHere({ frame, message }) {
    const canvas = this.#canvas;
    if (!this.#painter || !canvas)
      return;
    await this.#painter.paint(frame);
    page.postMessage({ kind: "shown", frame: message.id, widthPx: canvas.width, heightPx: canvas.height });
    this.#presented(message.id, this.#pageMs());
  }

  /** @param {VideoFrame} frame */
  async #competeWith(frame) {
    try {
      await this.#trial.step(frame);
    } catch {
      // A way that fails has no time and does not win.
    }
    if (!this.#trial.isOver)
      return;
    const current = this.#mount === "share" ? "copy" : this.#mount;
    const best = this.#trial.best(current);
    if (best === current)
      return;
    this.#mount = best;
    this.#surface = this.#canvas = this.#painter = null;
    page.postMessage({ kind: "mount", mount: best });
  }

  /** @param {number} frame @param {number} atMs  on the page's clock */
  #presented(frame, atMs) {
    const picture = this.#leaving.arrived(frame);
    if (!picture)
      return;
    const { message, arrivedMs, decodedMs } = picture;
    const decodeMs = decodedMs - arrivedMs;
    this.#acknowledge(frame, decodeMs, atMs);
    this.#telemetry.presented(message, { decodeMs, presentMs: atMs - this.#pageMs(decodedMs), atMs });
  }

  /** @param {number} frame @param {number} decodeMs @param {number} atMs  on the page's clock */
  #acknowledge(frame, decodeMs, atMs) {
    this.#connection.send(writeAcknowledge({
      frame, decodeUs: Math.round(1000 * decodeMs), presentedUs: Math.round(1000 * atMs),
    }));
  }

  // ---- report -----------------------------------------------------------------------------------

  /** @param {boolean} isOn */
  #showHud(isOn) {
    clearInterval(this.#pingTimer);
    clearInterval(this.#reportTimer);
    this.#pingTimer = setInterval(() => this.#ping(), isOn ? PING_INTERVAL_HUD_MS : PING_INTERVAL_MS);
    if (isOn)
      this.#reportTimer = setInterval(() => this.#report(), REPORT_INTERVAL_MS);
  }

  #report() {
    page.postMessage({
      kind: "report",
      report: {
        mount: this.#mount,
        codec: this.#format?.codecString ?? "",
        widthPx: this.#format?.visibleWidthPx ?? 0,
        heightPx: this.#format?.visibleHeightPx ?? 0,
        decoderResets: this.#decoder.resets,
        openFrames: this.#decoder.openFrames,
        measured: this.#telemetry.read(this.#pageMs()),
        server: this.#statistics,
        paintMs: Object.fromEntries(this.#trial.bestMs),
      },
    });
  }
}

/** @type {StreamWorker | null} */
let stream = null;
page.onmessage = ({ data }) => {
  if (data.kind === "start")
    stream = new StreamWorker(data);
  else
    stream?.handle(data);
};
