// What the player is told about the connection, in words.

import { wordsOf } from "./words.js";

/**
 * @typedef {import("./connection.js").ConnectionState} ConnectionState
 * @typedef {import("./words.js").Words} Words
 */

const PLAINEST_CODEC = "avc1.42E01F"; // H.264, constrained baseline, level 3.1: 1280x720

/** @param {number | null} bye @param {Words} words */
function why(bye, words) {
  return bye === null ? words.lost : words.byes[bye] ?? words.ended(bye);
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
 * @param {Words} [words]
 * @returns {Status | null}  null: nothing to say, the game is on
 */
export function statusOf({ state, bye, delayMs }, { hasPlayed, isPlaying, isPaused, isQuiet }, words = wordsOf("en")) {
  const title = hasPlayed ? words.reconnecting : words.connecting;
  switch (state) {
    case "ended":
      return { title: words.notConnected, detail: why(bye, words), isBusy: false, action: words.tryAgain };
    case "waiting":
      if (delayMs < 1000)
        return { title, detail: why(bye, words), isBusy: true, action: null };
      return {
        title, detail: why(bye, words) + words.nextTry(Math.round(delayMs / 1000)), isBusy: true, action: words.tryNow,
      };
    case "connecting":
      return { title, detail: "", isBusy: true, action: null };
    case "joined":
      if (isPaused)
        return { title: words.paused, detail: words.late, isBusy: true, action: null };
      if (isQuiet)
        return { title: words.waiting, detail: words.quiet, isBusy: true, action: null };
      return isPlaying ? null : { title, detail: words.firstPicture, isBusy: true, action: null };
  }
}

/** What is wrong with a browser that cannot play. @param {Words} words @returns {Promise<Status | null>} */
export async function missingFeature(words) {
  const detail = await whatIsMissing(words);
  return detail === null ? null : { title: words.cannotPlay, detail, isBusy: false, action: null };
}

/** @param {Words} words */
async function whatIsMissing(words) {
  if (!globalThis.isSecureContext)
    return words.insecure;
  if (typeof VideoDecoder !== "function" || typeof OffscreenCanvas !== "function")
    return words.noWebCodecs;
  const { supported } = await VideoDecoder.isConfigSupported({ codec: PLAINEST_CODEC });
  return supported ? null : words.noH264;
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
