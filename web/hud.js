// The HUD: what the stream is doing, in numbers. Shown by `?hud=1` or the small button.

/** @typedef {import("./stream-worker.js").Report} Report */

const MOUNT_NAMES = {
  share: "copied and shared", copy: "copied", draw: "drawn", texture: "as texture",
};

/** @param {number | null | undefined} value */
const ms = (value) => value === null || value === undefined ? "–" : `${value.toFixed(1)} ms`;

/** @param {number} bitsPerS */
const megabits = (bitsPerS) => `${(bitsPerS / 1e6).toFixed(2)} Mb/s`;

/** @param {Record<string, number | null>} times */
const list = (times) => Object.entries(times)
  .map(([name, value]) => `${name} ${value === null ? "–" : value.toFixed(1)}`)
  .join(" · ");

/**
 * What the HUD says, line by line. Pure.
 * @param {Report} report
 * @returns {[string, string][]}
 */
function hudLines({ mount, codec, widthPx, heightPx, decoderResets, openFrames, measured, server, paintMs }) {
  return [
    ["shown by", `WebCodecs, ${MOUNT_NAMES[mount]}`],
    ["codec", codec],
    ["size", `${widthPx} × ${heightPx}`],
    ["fps", measured.framesPerS.toFixed(0)],
    ["bitrate", megabits(measured.bitsPerS) + (server ? ` of ${megabits(server.targetBitsPerS)}` : "")],
    ["RTT", ms(measured.roundTripMs)],
    ["frame age", ms(measured.frameAgeMs)],
    ["tap to pixel", ms(measured.tapToPixelMs)],
    ["decode", ms(measured.decodeMs)],
    ["present", ms(measured.presentMs)],
    ["dropped", `${measured.framesDropped} of ${measured.framesReceived}`],
    ["skipped", server ? `${server.framesSkipped} on the server` : "–"],
    ["players", server ? String(server.players) : "–"],
    ["open frames", `${openFrames}, ${decoderResets} resets`],
    ["server ms", list(measured.stagesMs)],
    ["paint ms", list(paintMs)],
  ];
}

export class Hud {
  #panel;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.#panel = panel;
  }

  get isOn() {
    return !this.#panel.hidden;
  }

  /** @param {boolean} isOn */
  toggle(isOn) {
    this.#panel.hidden = !isOn;
  }

  /** @param {Report} report */
  update(report) {
    if (!this.isOn)
      return;
    this.#panel.replaceChildren(...hudLines(report).flatMap(([name, value]) => {
      const term = document.createElement("dt");
      term.textContent = name;
      const description = document.createElement("dd");
      description.textContent = value;
      return [term, description];
    }));
  }
}
