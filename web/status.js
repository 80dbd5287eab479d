// What the player is told about the connection, in words.

import { Bye } from "./protocol.js";

/** @typedef {import("./connection.js").ConnectionState} ConnectionState */

const PLAINEST_CODEC = "avc1.42E01F"; // H.264, constrained baseline, level 3.1: 1280x720

/** Why a session ended, said to the one who played. @type {Record<number, string>} */
const BYE_WORDS = {
  [Bye.SHUTDOWN]: "The server is restarting.",
  [Bye.MALFORMED]: "The server did not understand this page.",
  [Bye.TOO_BIG]: "The server did not understand this page.",
  [Bye.ORDER]: "The server did not understand this page.",
  [Bye.VERSION]: "This page is out of date. Reload it.",
  [Bye.CREDENTIAL]: "Your place was given up.",
  [Bye.FULL]: "The server is full.",
  [Bye.DECODER]: "The server has no picture that this browser can show.",
  [Bye.TIMEOUT]: "The connection was silent for too long.",
  [Bye.FLOOD]: "Too many touches at once.",
  [Bye.REPLACED]: "You are playing in another window.",
  [Bye.INTERNAL]: "The server could not make the picture.",
  [Bye.TEXT]: "The server did not understand this page.",
};

/** @param {number | null} bye */
function why(bye) {
  return bye === null ? "The connection was lost." : BYE_WORDS[bye] ?? `The server ended the game (${bye}).`;
}

/**
 * @typedef {object} Status
 * @property {string} title
 * @property {string} detail
 * @property {boolean} isBusy  something goes on by itself
 * @property {string | null} action  what a button offers; null: no button
 */

/**
 * Pure.
 * @param {ConnectionState} connection
 * @param {{ hasPlayed: boolean, isPlaying: boolean, isPaused: boolean, isQuiet: boolean }} picture  was there one
 *   ever, is there one now, does the server hold it back, does nothing arrive
 * @returns {Status | null}  null: nothing to say, the game is on
 */
export function statusOf({ state, bye, delayMs }, { hasPlayed, isPlaying, isPaused, isQuiet }) {
  const title = hasPlayed ? "Reconnecting…" : "Connecting…";
  switch (state) {
    case "ended":
      return { title: "Not connected", detail: why(bye), isBusy: false, action: "Try again" };
    case "waiting":
      if (delayMs < 1000)
        return { title, detail: why(bye), isBusy: true, action: null };
      return {
        title, detail: `${why(bye)} Next try in ${Math.round(delayMs / 1000)} s.`, isBusy: true, action: "Try now",
      };
    case "connecting":
      return { title, detail: "", isBusy: true, action: null };
    case "joined":
      if (isPaused)
        return { title: "Paused", detail: "The picture does not arrive in time.", isBusy: true, action: null };
      if (isQuiet)
        return { title: "Waiting…", detail: "Nothing arrives from the server.", isBusy: true, action: null };
      return isPlaying ? null : { title, detail: "Waiting for the first picture.", isBusy: true, action: null };
  }
}

/** What is wrong with a browser that cannot play. @returns {Promise<Status | null>} */
export async function missingFeature() {
  const detail = await whatIsMissing();
  return detail === null ? null : { title: "Cannot play here", detail, isBusy: false, action: null };
}

async function whatIsMissing() {
  if (!globalThis.isSecureContext)
    return "Browsers decode the stream only on https:// addresses and on this machine's own (http://localhost).";
  if (typeof VideoDecoder !== "function" || typeof OffscreenCanvas !== "function")
    return "This browser cannot decode the stream: it has no WebCodecs. Newer ones have them.";
  const { supported } = await VideoDecoder.isConfigSupported({ codec: PLAINEST_CODEC });
  return supported ? null : "This browser cannot decode the stream: it has no H.264.";
}

/** The card in the middle of the page; its text is announced to screen readers. */
export class StatusCard {
  #card;
  #title;
  #detail;
  #action;

  /** @param {HTMLElement} card @param {() => void} onAction */
  constructor(card, onAction) {
    /** @param {string} selector */
    const part = (selector) => /** @type {HTMLElement} */ (card.querySelector(selector));
    this.#card = card;
    this.#title = part(".title");
    this.#detail = part(".detail");
    this.#action = part("button");
    this.#action.addEventListener("click", onAction);
    card.addEventListener("transitionend", () => this.#forget());
  }

  /** Keeps its words while it fades. @param {Status | null} status */
  show(status) {
    this.#card.classList.toggle("shown", status !== null);
    if (status)
      this.#write(status);
    else if (getComputedStyle(this.#card).transitionDuration === "0s")
      this.#forget();
  }

  #forget() {
    if (!this.#card.classList.contains("shown"))
      this.#write({ title: "", detail: "", isBusy: false, action: null });
  }

  /** @param {Status} status */
  #write({ title, detail, isBusy, action }) {
    this.#card.classList.toggle("busy", isBusy);
    this.#title.textContent = title;
    this.#detail.textContent = detail;
    this.#action.textContent = action ?? "";
    this.#action.hidden = !action;
  }
}
