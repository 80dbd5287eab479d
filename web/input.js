// Touches and clicks on the picture: every finger becomes a contact with a number of its own, from down to up or
// cancel, and no contact outlives the moment when the page can no longer follow it. A wheel is told notch by notch.

import { POINTERS_MAX, Phase } from "./protocol.js";

/**
 * @typedef {import("./stream-worker.js").PointerInput} PointerInput
 *
 * @typedef {object} Contact
 * @property {number} number  from 0, the lowest that was free
 * @property {number} x
 * @property {number} y
 * @property {number} atMs
 * @property {boolean} hasMoved  since the last message
 */

// Of a wheel's way: a notch of most mice is 100 pixels, or three lines.
const NOTCH_PX = 50;
const LINE_PX = 33;
const NOTCHES_MAX = 4; // at a time
const PINCH_FACTOR = 10; // a pinch on a trackpad comes as a wheel with Ctrl, in small steps

export class Input {
  /** @type {Map<number, Contact>} by the browser's pointer id */
  #contacts = new Map();
  #isFlushDue = false;
  #wheelPx = 0; // since the last notch
  #locate;
  #send;

  /**
   * @param {(clientX: number, clientY: number) => { x: number, y: number, isInside: boolean } | null} locate  in the
   *   picture; null while there is none
   * @param {(input: PointerInput) => void} send
   */
  constructor(locate, send) {
    this.#locate = locate;
    this.#send = send;
    addEventListener("blur", () => this.cancelAll());
    addEventListener("pagehide", () => this.cancelAll());
  }

  /** @param {HTMLElement} picture */
  listen(picture) {
    picture.addEventListener("pointerdown", (event) => this.#down(event));
    picture.addEventListener("pointermove", (event) => this.#move(event));
    picture.addEventListener("pointerup", (event) => this.#end(event, Phase.UP));
    picture.addEventListener("pointercancel", (event) => this.#end(event, Phase.CANCEL));
    picture.addEventListener("lostpointercapture", (event) => this.#end(event, Phase.CANCEL));
    picture.addEventListener("wheel", (event) => this.#turnWheel(event), { passive: false });
    picture.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Focus, visibility or the socket is lost: what comes next is unknown, so nothing is held. */
  cancelAll() {
    for (const [id, contact] of this.#contacts) {
      this.#contacts.delete(id);
      this.#tell(contact, Phase.CANCEL, performance.now());
    }
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const place = this.#locate(event.clientX, event.clientY);
    const number = this.#freeNumber();
    if (!place?.isInside || number === null)
      return;
    const contact = { number, x: place.x, y: place.y, atMs: event.timeStamp, hasMoved: false };
    this.#contacts.set(event.pointerId, contact);
    this.#tell(contact, Phase.DOWN, event.timeStamp);
    capture(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const contact = this.#contacts.get(event.pointerId);
    if (!contact)
      return;
    if (isOutsideWindow(event))
      return this.#end(event, Phase.CANCEL);
    this.#follow(contact, event);
    contact.hasMoved = true;
    if (this.#isFlushDue)
      return;
    // Once a frame: a browser that aligns moves with frames sends them just before this.
    this.#isFlushDue = true;
    requestAnimationFrame(() => this.#flush());
  }

  /** @param {PointerEvent} event @param {number} phase */
  #end(event, phase) {
    const contact = this.#contacts.get(event.pointerId);
    if (!contact)
      return;
    this.#contacts.delete(event.pointerId);
    if (phase === Phase.UP)
      this.#follow(contact, event);
    this.#tell(contact, phase, event.timeStamp);
  }

  /** @param {WheelEvent} event */
  #turnWheel(event) {
    event.preventDefault();
    const place = this.#locate(event.clientX, event.clientY);
    if (!place?.isInside)
      return;
    const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
    this.#wheelPx += event.ctrlKey ? PINCH_FACTOR * px : px;
    const notches = Math.trunc(this.#wheelPx / NOTCH_PX);
    if (notches === 0)
      return;
    this.#wheelPx -= notches * NOTCH_PX;
    const phase = notches < 0 ? Phase.NEARER : Phase.FARTHER;
    for (let i = 0; i < Math.min(Math.abs(notches), NOTCHES_MAX); i++)
      this.#send({ pointer: 0, phase, x: place.x, y: place.y, atMs: event.timeStamp });
  }

  #flush() {
    this.#isFlushDue = false;
    for (const contact of this.#contacts.values()) {
      if (contact.hasMoved)
        this.#tell(contact, Phase.MOVE, contact.atMs);
    }
  }

  /** @param {Contact} contact @param {PointerEvent} event */
  #follow(contact, event) {
    const place = this.#locate(event.clientX, event.clientY);
    if (place)
      Object.assign(contact, { x: place.x, y: place.y, atMs: event.timeStamp });
  }

  /** @param {Contact} contact @param {number} phase @param {number} atMs */
  #tell(contact, phase, atMs) {
    contact.hasMoved = false;
    this.#send({ pointer: contact.number, phase, x: contact.x, y: contact.y, atMs });
  }

  #freeNumber() {
    const taken = new Set([...this.#contacts.values()].map(({ number }) => number));
    for (let number = 0; number < POINTERS_MAX; number++) {
      if (!taken.has(number))
        return number;
    }
    return null;
  }
}

/** Keeps the events of this pointer coming when it leaves the picture. @param {PointerEvent} event */
function capture(event) {
  try {
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  } catch {
    // The pointer has gone in the meantime: its cancel event follows.
  }
}

/** @param {PointerEvent} event */
function isOutsideWindow({ clientX, clientY }) {
  return clientX < 0 || clientY < 0 || clientX > innerWidth || clientY > innerHeight;
}
