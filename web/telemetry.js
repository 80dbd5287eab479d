// What is measured of the stream in this browser: for the HUD and for tests.

import { STAGES } from "./protocol.js";

const WINDOW_MS = 2000; // rates and medians are over the last two seconds
const SAMPLES_MAX = 1000;

/** Samples of the last two seconds. */
class Recent {
  /** @type {{ atMs: number, value: number }[]} */
  #samples = [];

  /** @param {number} atMs @param {number} value */
  add(atMs, value) {
    this.#samples.push({ atMs, value });
    if (this.#samples.length > SAMPLES_MAX)
      this.#samples.shift();
  }

  /** @param {number} nowMs */
  #values(nowMs) {
    this.#samples = this.#samples.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
    return this.#samples.map(({ value }) => value);
  }

  /** @param {number} nowMs @returns {number | null} */
  median(nowMs) {
    const values = this.#values(nowMs).sort((a, b) => a - b);
    return values.length > 0 ? values[Math.floor(values.length / 2)] : null;
  }

  /** @param {number} nowMs */
  perSecond(nowMs) {
    return this.#values(nowMs).reduce((sum, value) => sum + value, 0) * 1000 / WINDOW_MS;
  }
}

/**
 * @typedef {object} Measured  null: not known yet
 * @property {number} framesPerS  presented
 * @property {number} bitsPerS  of coded pictures
 * @property {number | null} roundTripMs
 * @property {number | null} frameAgeMs  from the start of drawing to presentation
 * @property {number | null} decodeMs  from arrival to decoded picture
 * @property {number | null} presentMs  from decoded picture to presentation
 * @property {number | null} tapToPixelMs  the latest
 * @property {Record<string, number | null>} stagesMs  on the server, each for itself
 * @property {number} framesReceived
 * @property {number} framesPresented
 * @property {number} framesDropped  decoded, but a newer one was shown
 */

export class Telemetry {
  #presented = new Recent();
  #bits = new Recent();
  #ageMs = new Recent();
  #decodeMs = new Recent();
  #presentMs = new Recent();
  #roundTripMs = new Recent();
  #stagesMs = STAGES.map(() => new Recent());
  #framesReceived = 0;
  #framesPresented = 0;
  /** @type {number | null} */
  #tapToPixelMs = null;
  /** @type {number | null} server clock minus page clock, by the quickest round trip so far */
  #offsetMs = null;
  #quickestMs = Infinity;
  /** @type {Map<number, number>} times of presses that no picture has shown yet, by input sequence */
  #pressesMs = new Map();

  /** A new session: its clock and its frames are others. */
  restart() {
    this.#offsetMs = null;
    this.#quickestMs = Infinity;
    this.#pressesMs.clear();
  }

  /** @param {import("./protocol.js").Pong} pong @param {number} nowMs */
  pong({ clientUs, serverUs }, nowMs) {
    const roundTripMs = nowMs - clientUs / 1000;
    this.#roundTripMs.add(nowMs, roundTripMs);
    if (roundTripMs > this.#quickestMs)
      return;
    this.#quickestMs = roundTripMs;
    this.#offsetMs = serverUs / 1000 - (nowMs - roundTripMs / 2);
  }

  /** @param {number} sequence @param {number} atMs */
  pressed(sequence, atMs) {
    this.#pressesMs.set(sequence, atMs);
  }

  /** @param {import("./protocol.js").Frame} frame @param {number} nowMs */
  received(frame, nowMs) {
    this.#framesReceived++;
    this.#bits.add(nowMs, 8 * frame.data.length);
    frame.stageUs.forEach((endUs, index) =>
      this.#stagesMs[index].add(nowMs, (endUs - (frame.stageUs[index - 1] ?? 0)) / 1000));
  }

  /**
   * @param {import("./protocol.js").Frame} frame
   * @param {{ decodeMs: number, presentMs: number, atMs: number }} times
   */
  presented(frame, { decodeMs, presentMs, atMs }) {
    this.#framesPresented++;
    this.#presented.add(atMs, 1);
    this.#decodeMs.add(atMs, decodeMs);
    this.#presentMs.add(atMs, presentMs);
    if (this.#offsetMs !== null) {
      const drawnFromMs = (frame.baseUs + frame.stageUs[STAGES.indexOf("started")]) / 1000;
      this.#ageMs.add(atMs, atMs + this.#offsetMs - drawnFromMs);
    }
    for (const [sequence, pressedMs] of this.#pressesMs) {
      if (sequence > frame.inputSequence)
        continue;
      this.#tapToPixelMs = atMs - pressedMs;
      this.#pressesMs.delete(sequence);
    }
  }

  /** @param {number} nowMs @returns {Measured} */
  read(nowMs) {
    return {
      framesPerS: this.#presented.perSecond(nowMs),
      bitsPerS: this.#bits.perSecond(nowMs),
      roundTripMs: this.#roundTripMs.median(nowMs),
      frameAgeMs: this.#ageMs.median(nowMs),
      decodeMs: this.#decodeMs.median(nowMs),
      presentMs: this.#presentMs.median(nowMs),
      tapToPixelMs: this.#tapToPixelMs,
      stagesMs: Object.fromEntries(STAGES.map((stage, index) => [stage, this.#stagesMs[index].median(nowMs)])),
      framesReceived: this.#framesReceived,
      framesPresented: this.#framesPresented,
      framesDropped: this.#framesReceived - this.#framesPresented,
    };
  }
}
