// Pictures on their way from the worker to the page, in memory that both share.
//
// There are three: the worker fills one, the page shows one, and the newest finished one waits between them. Each
// side swaps its own with the waiting one in one atomic step, so neither ever waits for the other, and a picture
// that was not shown in time is replaced by a newer one. Nothing is allocated after creation.
//
// Why shared memory and not messages: after a click Chromium holds back a page's messages until its next animation
// frame has been drawn, so that what a message brings misses that very frame. Memory can be looked at within it.

const HEADER_SIZE = 64; // bytes: the words below, then room up to a cache line
const WAITING = 0; // word: index of the waiting picture, plus FRESH when the page has not seen it
const ASLEEP = 1; // word: 1 while the page does not look
const FRAME_IDS = 2; // first of three words: the frame of each picture
const FRESH = 4;
const INDEX_MASK = 3;

/**
 * @typedef {object} Surface  of RGBA pixels without padding; can be posted
 * @property {SharedArrayBuffer} memory
 * @property {number} widthPx  of the coded picture
 * @property {number} heightPx
 * @property {number} visibleWidthPx  from the top left
 * @property {number} visibleHeightPx
 */

/**
 * @param {import("./protocol.js").Format} format
 * @returns {Surface}
 */
export function createSurface({ codedWidthPx, codedHeightPx, visibleWidthPx, visibleHeightPx }) {
  const memory = new SharedArrayBuffer(HEADER_SIZE + 3 * 4 * codedWidthPx * codedHeightPx);
  new Int32Array(memory)[WAITING] = 1; // the writer begins with 0, the reader with 2
  return { memory, widthPx: codedWidthPx, heightPx: codedHeightPx, visibleWidthPx, visibleHeightPx };
}

/** @param {Surface} surface */
function picturesOf({ memory, widthPx, heightPx }) {
  const size = 4 * widthPx * heightPx;
  return [0, 1, 2].map((index) => new Uint8Array(memory, HEADER_SIZE + index * size, size));
}

/** The worker's side. */
export class SurfaceWriter {
  #own = 0;
  #words;
  #pictures;
  #widthPx;
  #heightPx;

  /** @param {Surface} surface */
  constructor(surface) {
    this.#words = new Int32Array(surface.memory, 0, HEADER_SIZE / 4);
    this.#pictures = picturesOf(surface);
    this.#widthPx = surface.widthPx;
    this.#heightPx = surface.heightPx;
  }

  /** Whether a picture has the size that this was made for. @param {{ width: number, height: number }} size */
  fits({ width, height }) {
    return width === this.#widthPx && height === this.#heightPx;
  }

  /** What may be written now. */
  get pixels() {
    return this.#pictures[this.#own];
  }

  /**
   * Hands the written picture over as the newest.
   * @param {number} frame
   * @returns {boolean}  whether the page sleeps and has to be woken
   */
  publish(frame) {
    this.#words[FRAME_IDS + this.#own] = frame;
    this.#own = Atomics.exchange(this.#words, WAITING, this.#own | FRESH) & INDEX_MASK;
    return Atomics.exchange(this.#words, ASLEEP, 0) === 1;
  }
}

/** The page's side. */
export class SurfaceReader {
  #own = 2;
  #words;
  #pictures;

  /** @param {Surface} surface */
  constructor(surface) {
    this.#words = new Int32Array(surface.memory, 0, HEADER_SIZE / 4);
    this.#pictures = picturesOf(surface);
  }

  /**
   * Takes the newest picture, which stays untouched until the next one is taken.
   * @returns {{ frame: number, pixels: Uint8Array } | null}  null when there is no newer one
   */
  take() {
    if ((Atomics.load(this.#words, WAITING) & FRESH) === 0)
      return null;
    this.#own = Atomics.exchange(this.#words, WAITING, this.#own) & INDEX_MASK;
    return { frame: this.#words[FRAME_IDS + this.#own] >>> 0, pixels: this.#pictures[this.#own] };
  }

  /**
   * Says that nobody looks until the writer wakes us.
   * @returns {boolean}  false when a picture has come meanwhile: stay awake
   */
  sleep() {
    Atomics.store(this.#words, ASLEEP, 1);
    return (Atomics.load(this.#words, WAITING) & FRESH) === 0;
  }
}
