// The page: ties the picture, the player's hands and the worker that holds the stream.

import { Display } from "./display.js";
import { Hud } from "./hud.js";
import { Input } from "./input.js";
import { fitted, fractionOf } from "./mapping.js";
import { StatusCard, missingFeature, statusOf } from "./status.js";
import { measureViewport, watchViewport } from "./viewport.js";
import { wordsOf } from "./words.js";

const TOKEN_KEY = "waystream.token";
const NOTICE_MS = 4000;

const words = wordsOf(navigator.language);

/**
 * @typedef {import("./stream-worker.js").ToWorker} ToWorker
 * @typedef {import("./stream-worker.js").ToPage} ToPage
 * @typedef {import("./stream-worker.js").Report} Report
 */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The resume token of this tab: a reload comes back to the same avatar. */
function loadToken() {
  const text = sessionStorage.getItem(TOKEN_KEY);
  return text ? Uint8Array.from(text.split(","), Number) : null;
}

/** Where the socket is: beside the page, under whatever prefix a proxy has put it. */
function socketUrl() {
  const url = new URL("stream", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

class Page {
  #worker = new Worker("stream-worker.js", { type: "module" });
  #frame = element("picture-frame");
  #hud = new Hud(element("hud"));
  #notice = element("notice");
  #card = new StatusCard(element("status"), () => this.#tell({ kind: "connect" }));
  #display;
  #input;
  /** @type {import("./connection.js").ConnectionState} */
  #connection = { state: "connecting", bye: null, delayMs: 0 };
  #hasPlayed = false;
  #isPlaying = false;
  #isPaused = false;
  #isQuiet = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noticeTimer;
  /** @type {((report: Report) => void)[]} */
  #reportWaiters = [];

  constructor() {
    const canvas = /** @type {HTMLCanvasElement} */ (element("picture"));
    this.#display = new Display(canvas, {
      presented: (frame, atMs) => {
        this.#tell({ kind: "presented", frame, atMs });
        this.#pictureShown();
      },
      replaced: (canvas) => {
        this.#input.cancelAll();
        this.#input.listen(canvas);
      },
    });
    this.#input = new Input(
      (clientX, clientY) => this.#locate(clientX, clientY),
      (input) => this.#tell({ kind: "pointer", input, frame: this.#display.frame }),
    );
    this.#input.listen(canvas);
    this.#worker.onmessage = ({ data }) => this.#handle(data);
    this.#worker.onerror = () => this.#card.show({
      title: words.cannotPlay, detail: words.failed, isBusy: false, action: null,
    });
  }

  start() {
    this.#tell({
      kind: "start", url: socketUrl(), timeOriginMs: performance.timeOrigin, mount: Display.firstMount,
      player: { viewport: measureViewport(this.#frame), language: navigator.language.slice(0, 2), token: loadToken() },
    });
    if (Display.firstMount !== "share")
      this.#lendCanvas();
    this.#updateStatus();
    watchViewport(this.#frame, (viewport) => this.#tell({ kind: "viewport", viewport }));
    this.#watchVisibility();
    this.#setUpControls();
    addEventListener("online", () => this.#tell({ kind: "connect" }));
  }

  /** What the stream is doing now. @returns {Promise<Report>} */
  report() {
    this.#tell({ kind: "report" });
    return new Promise((resolve) => this.#reportWaiters.push(resolve));
  }

  /** @param {ToWorker} message @param {Transferable[]} [transfer] */
  #tell(message, transfer = []) {
    this.#worker.postMessage(message, transfer);
  }

  /** @param {ToPage} message */
  #handle(message) {
    switch (message.kind) {
      case "connection": return this.#connectionChanged(message.state);
      case "token": return sessionStorage.setItem(TOKEN_KEY, message.token.join(","));
      case "surface": return this.#display.show(message.surface);
      case "wake": return this.#display.wake();
      case "mount": return this.#lendCanvas();
      case "shown":
        this.#display.shown(message);
        return this.#pictureShown();
      case "paused":
        this.#isPaused = message.isPaused;
        return this.#updateStatus();
      case "quiet":
        this.#isQuiet = message.isQuiet;
        return this.#updateStatus();
      case "notice": return this.#showNotice(message.text);
      case "report": return this.#takeReport(message.report);
    }
  }

  #lendCanvas() {
    const canvas = this.#display.lend();
    this.#tell({ kind: "canvas", canvas }, [canvas]);
  }

  // ---- state ------------------------------------------------------------------------------------

  /** @param {import("./connection.js").ConnectionState} connection */
  #connectionChanged(connection) {
    this.#connection = connection;
    this.#isPlaying = this.#isPaused = false;
    if (connection.state !== "joined")
      this.#input.cancelAll();
    this.#updateStatus();
  }

  #pictureShown() {
    if (this.#isPlaying || this.#connection.state !== "joined")
      return;
    this.#isPlaying = this.#hasPlayed = true;
    this.#updateStatus();
  }

  #updateStatus() {
    const picture = {
      hasPlayed: this.#hasPlayed, isPlaying: this.#isPlaying, isPaused: this.#isPaused, isQuiet: this.#isQuiet,
    };
    const status = document.hidden ? null : statusOf(this.#connection, picture, words);
    document.documentElement.dataset.state = status ? this.#connection.state : "playing";
    this.#card.show(status);
  }

  /** @param {string} text */
  #showNotice(text) {
    this.#notice.textContent = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => {
      this.#notice.textContent = "";
    }, NOTICE_MS);
  }

  /** @param {Report} report */
  #takeReport(report) {
    this.#hud.update(report);
    for (const resolve of this.#reportWaiters.splice(0))
      resolve(report);
  }

  // ---- the player -------------------------------------------------------------------------------

  /** @param {number} clientX @param {number} clientY */
  #locate(clientX, clientY) {
    const { canvas, widthPx, heightPx } = this.#display;
    if (widthPx === 0)
      return null;
    return fractionOf(clientX, clientY, fitted(canvas.getBoundingClientRect(), widthPx, heightPx));
  }

  #watchVisibility() {
    const tell = () => {
      if (document.hidden)
        this.#input.cancelAll();
      this.#tell({ kind: "visibility", isVisible: !document.hidden });
      this.#updateStatus();
    };
    document.addEventListener("visibilitychange", tell);
    if (document.hidden)
      tell();
  }

  #setUpControls() {
    const menu = /** @type {HTMLDetailsElement} */ (element("menu"));
    this.#frame.addEventListener("pointerdown", () => {
      menu.open = false;
    });
    const fullscreen = element("fullscreen");
    fullscreen.hidden = !document.fullscreenEnabled;
    fullscreen.addEventListener("click", () => toggleFullscreen());
    document.addEventListener("fullscreenchange", () =>
      fullscreen.setAttribute("aria-pressed", String(document.fullscreenElement !== null)));
    const hud = element("hud-button");
    hud.addEventListener("click", () => this.#toggleHud(!this.#hud.isOn));
    if (new URLSearchParams(location.search).get("hud") === "1")
      this.#toggleHud(true);
  }

  /** @param {boolean} isOn */
  #toggleHud(isOn) {
    this.#hud.toggle(isOn);
    element("hud-button").setAttribute("aria-pressed", String(isOn));
    this.#tell({ kind: "hud", isOn });
  }
}

/** The browser itself leaves it on Escape. */
async function toggleFullscreen() {
  try {
    if (document.fullscreenElement)
      await document.exitFullscreen();
    else
      await document.documentElement.requestFullscreen({ navigationUI: "hide" });
  } catch {
    // Refused by the browser or a frame around the page: the game goes on as it is.
  }
}

/** What the page's file says in English. */
function translate() {
  document.documentElement.lang = words.lang;
  document.title = words.title;
  element("picture").setAttribute("aria-label", words.picture);
  label(/** @type {HTMLElement} */ (element("menu").querySelector("summary")), words.menu);
  label(element("fullscreen"), words.fullscreen);
  label(element("hud-button"), words.figures);
  element("hud").setAttribute("aria-label", words.figures);
}

/** @param {HTMLElement} control @param {string} word */
function label(control, word) {
  control.setAttribute("aria-label", word);
  control.title = word;
}

translate();
const missing = await missingFeature(words);
if (missing) {
  new StatusCard(element("status"), () => {}).show(missing);
} else {
  const page = new Page();
  page.start();
  // For tests and for the curious: what the HUD shows, on demand.
  Object.assign(globalThis, { waystream: { report: () => page.report() } });
}
