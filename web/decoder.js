// Coded frames in, decoded pictures out, through WebCodecs.
//
// The server never drops an encoded frame, so a decoder that is fed in order needs no repair. When it fails all the
// same (an error, a codec that the system took away, a queue that grows), it is replaced and one keyframe asked for.

const QUEUE_MAX = 3; // coded frames in the decoder: more is lateness that stays,
const LATE_MS = 300; // unless they came in one burst, or the decoder is just starting: that is worked off
const RETRY_MS = 1000; // between keyframe requests, in case one gets lost: the server obeys two a second

/**
 * @typedef {object} DecodedPicture
 * @property {VideoFrame} frame  the receiver closes it
 * @property {import("./protocol.js").Frame} message  that it came in
 * @property {number} arrivedMs
 * @property {number} decodedMs
 */

export class StreamDecoder {
  /** How often the decoder had to be replaced. */
  resets = 0;
  /** Decoded pictures that nobody has closed yet. */
  openFrames = 0;

  /** @type {VideoDecoder | null} */
  #decoder = null;
  /** @type {import("./protocol.js").Format | null} */
  #format = null;
  /** @type {Map<number, { message: import("./protocol.js").Frame, arrivedMs: number }>} by frame id */
  #underWay = new Map();
  #needsKeyframe = true;
  #askedMs = -Infinity;
  #on;

  /**
   * @param {object} on
   * @param {(picture: DecodedPicture) => void} on.picture
   * @param {(frame: number) => void} on.lost  this frame and those before it will never be pictures
   * @param {() => void} on.needsKeyframe
   */
  constructor(on) {
    this.#on = on;
  }

  /** A keyframe follows by itself. @param {import("./protocol.js").Format} format */
  configure(format) {
    this.#format = format;
    this.#open(format);
  }

  /** The stream begins anew; nothing is asked for. */
  close() {
    this.#format = null;
    this.#drop();
  }

  /** @param {import("./protocol.js").Frame} message @param {number} arrivedMs */
  decode(message, arrivedMs) {
    if (!this.#format)
      return;
    if (this.#isLate(arrivedMs))
      this.#fail();
    if (this.#needsKeyframe && !message.isKeyframe)
      return this.#skip(message.id);
    if (this.#decoder?.state !== "configured")
      this.#open(this.#format);
    this.#needsKeyframe = false;
    this.#underWay.set(message.id, { message, arrivedMs });
    const type = message.isKeyframe ? "key" : "delta";
    try {
      this.#decoder?.decode(new EncodedVideoChunk({ type, timestamp: message.id, data: message.data }));
    } catch {
      this.#fail();
    }
  }

  /** @param {VideoFrame} frame */
  release(frame) {
    frame.close();
    this.openFrames--;
  }

  /** @param {number} nowMs */
  #isLate(nowMs) {
    const [oldest] = this.#underWay.values();
    return this.#underWay.size > QUEUE_MAX && nowMs - oldest.arrivedMs > LATE_MS;
  }

  #drop() {
    if (this.#decoder && this.#decoder.state !== "closed")
      this.#decoder.close();
    this.#decoder = null;
    this.#underWay.clear();
    this.#needsKeyframe = true;
  }

  /** @param {import("./protocol.js").Format} format */
  #open(format) {
    this.#drop();
    const decoder = new VideoDecoder({
      output: (frame) => this.#take(frame),
      // A new one comes with the next keyframe, not at once: where no decoder works, that would never end.
      error: () => {
        if (this.#decoder === decoder)
          this.#fail();
      },
    });
    this.#decoder = decoder;
    // Annex B: without a description.
    decoder.configure({ codec: format.codecString, optimizeForLatency: true });
  }

  /** Gives the decoder up, and what is in it. */
  #fail() {
    const last = [...this.#underWay.keys()].at(-1);
    this.resets++;
    this.#drop();
    if (last !== undefined)
      this.#on.lost(last);
    this.#ask();
  }

  /** @param {number} frame */
  #skip(frame) {
    this.#on.lost(frame);
    this.#ask();
  }

  #ask() {
    const nowMs = performance.now();
    if (nowMs - this.#askedMs < RETRY_MS)
      return;
    this.#askedMs = nowMs;
    this.#on.needsKeyframe();
  }

  /** @param {VideoFrame} frame */
  #take(frame) {
    this.openFrames++;
    const entry = this.#underWay.get(frame.timestamp);
    if (!entry)
      return this.release(frame);
    this.#underWay.delete(frame.timestamp);
    this.#on.picture({ frame, ...entry, decodedMs: performance.now() });
  }
}
