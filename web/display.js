// The picture on the page: shows what the worker put into shared memory, or lends the worker a canvas to paint on.

import { SurfaceReader } from "./surface.js";

const QUIET_FRAMES_MAX = 60; // animation frames without a new picture, until the page stops looking for one

/** @typedef {import("./stream-worker.js").Mount} Mount */

export class Display {
  /** Id of the frame on screen, 0 before the first. */
  frame = 0;
  /** The element; another one after the worker has chosen another way to paint. */
  canvas;
  /** Size of the picture; 0 before the first. */
  widthPx = 0;
  heightPx = 0;

  /** @type {SurfaceReader | null} */
  #reader = null;
  /** @type {ImageData | null} what is put on the canvas: it takes no shared memory */
  #image = null;
  /** @type {HTMLCanvasElement | null} lent to the worker, on screen with its first picture */
  #lent = null;
  #quietFrames = 0;
  #isLooking = false;
  #on;

  /**
   * @param {HTMLCanvasElement} canvas  without a context so far
   * @param {object} on
   * @param {(frame: number, atMs: number) => void} on.presented  a picture of the shared memory is on the canvas
   * @param {(canvas: HTMLCanvasElement) => void} on.replaced  the element is another
   */
  constructor(canvas, on) {
    this.canvas = canvas;
    this.#on = on;
  }

  /** @returns {Mount}  the way to begin with: shared memory needs a page that is isolated from other origins */
  static get firstMount() {
    return globalThis.crossOriginIsolated ? "share" : "draw";
  }

  /** A canvas for the worker to paint on; it is shown when the first picture is on it. */
  lend() {
    this.#reader = null;
    this.#lent = /** @type {HTMLCanvasElement} */ (this.canvas.cloneNode());
    return this.#lent.transferControlToOffscreen();
  }

  /** The worker has painted. @param {{ frame: number, widthPx: number, heightPx: number }} shown */
  shown({ frame, widthPx, heightPx }) {
    if (this.#lent) {
      this.canvas.replaceWith(this.#lent);
      this.canvas = this.#lent;
      this.#lent = null;
      this.#on.replaced(this.canvas);
    }
    Object.assign(this, { frame, widthPx, heightPx });
  }

  /** Shows from here on what comes into this memory. @param {import("./surface.js").Surface} surface */
  show(surface) {
    this.#reader = new SurfaceReader(surface);
    this.#image = new ImageData(surface.widthPx, surface.heightPx);
    this.widthPx = surface.visibleWidthPx;
    this.heightPx = surface.visibleHeightPx;
    this.wake();
  }

  /** Looks for pictures in every animation frame until none has come for a while. */
  wake() {
    this.#quietFrames = 0;
    if (this.#isLooking)
      return;
    this.#isLooking = true;
    requestAnimationFrame(() => this.#look());
  }

  #look() {
    const picture = this.#reader?.take();
    if (picture)
      this.#put(picture);
    this.#quietFrames = picture ? 0 : this.#quietFrames + 1;
    if (this.#quietFrames < QUIET_FRAMES_MAX || this.#reader?.sleep() === false)
      requestAnimationFrame(() => this.#look());
    else
      this.#isLooking = false;
  }

  /** @param {{ frame: number, pixels: Uint8Array }} picture */
  #put({ frame, pixels }) {
    const image = /** @type {ImageData} */ (this.#image);
    image.data.set(pixels);
    this.#context().putImageData(image, 0, 0); // what is coded beyond the visible size falls off the canvas
    this.frame = frame;
    this.#on.presented(frame, performance.now());
  }

  /** Sized with the first picture of each size: sizing clears a canvas. */
  #context() {
    if (this.canvas.width !== this.widthPx || this.canvas.height !== this.heightPx) {
      this.canvas.width = this.widthPx;
      this.canvas.height = this.heightPx;
    }
    // Pixels come from memory, so that the canvas is best kept there.
    const context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!context)
      throw new Error("there is no 2D context");
    return context;
  }
}
