// What a test plays on: one browser and one server for all, and whatever else it opens, cleared away after it.

import assert from "node:assert/strict";
import { ROOT, SCREENS, startBrowser, startServer } from "./browser.mjs";
import { FakeFront } from "./fake_stream.mjs";
import { startRelay } from "./relay.mjs";

const PLAYING_MS_MAX = 15_000;

/** @typedef {import("playwright-core").Page} Page */

export class Stage {
  browser;
  server;
  /** @type {(() => unknown)[]} */
  #cleanups = [];
  /** @type {string[]} what pages complained about */
  #faults = [];

  /** @param {import("playwright-core").Browser} browser @param {import("./browser.mjs").Server} server */
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
  }

  static async create() {
    const [browser, server] = await Promise.all([startBrowser(), startServer()]);
    return new Stage(browser, server);
  }

  async destroy() {
    await this.browser.close();
    await end(this.server);
  }

  /** A world without other players. @param {string[]} [args] */
  async freshServer(args = []) {
    const server = await startServer({ args });
    this.#cleanups.push(() => end(server));
    return server;
  }

  async fakeFront() {
    const front = await FakeFront.start(this.server.url);
    this.#cleanups.push(() => front.close());
    return front;
  }

  /** @param {string} target @param {{ prefix?: string, isIsolated?: boolean }} [options] */
  async relay(target, options) {
    const relay = await startRelay(target, options);
    this.#cleanups.push(() => relay.close());
    return relay;
  }

  /**
   * Opens a window of its own.
   * @param {string} url
   * @param {import("playwright-core").BrowserContextOptions} [screen]
   * @returns {Promise<Page>}
   */
  async openPage(url, screen = SCREENS.laptop) {
    const context = await this.browser.newContext(screen);
    this.#cleanups.push(() => context.close());
    const page = await context.newPage();
    page.on("pageerror", (error) => this.#faults.push(`page error: ${error.stack}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !isExpected(message.text()))
        this.#faults.push(`console: ${message.text()}`);
    });
    await page.goto(url);
    return page;
  }

  /** A page of the server's origin without the game, which can import modules of the tests too. @param {Parameters<Stage["openPage"]>[1]} [screen] */
  async openModules(screen) {
    const page = await this.openPage("about:blank", screen);
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await page.route(/\/(web|tests\/browser)\/\w+\.m?js$/, (route) =>
      route.fulfill({ path: `${ROOT}${new URL(route.request().url()).pathname}` }));
    await page.goto(`${this.server.url}protocol.js`);
    return page;
  }

  /** Opens a game that has its picture. @param {string} url @param {Parameters<Stage["openPage"]>[1]} [screen] */
  async openGame(url, screen) {
    const page = await this.openPage(url, screen);
    await waitForState(page, "playing");
    return page;
  }

  /** Pages must have nothing to complain about. */
  async checkPages() {
    assert.deepEqual(this.#faults, []);
  }

  /** @throws {Error}  when a server did not end well; everything is cleared all the same */
  async clear() {
    this.#faults = [];
    const results = [];
    for (const cleanup of this.#cleanups.splice(0).reverse())
      results.push(...await Promise.allSettled([cleanup()]));
    const failed = results.find((result) => result.status === "rejected");
    if (failed)
      throw failed.reason;
  }
}

/** Whatever was played, a server that is told to end does so without a fault. @param {import("./browser.mjs").Server} server */
async function end(server) {
  const code = await server.stop();
  assert.equal(code, 0, `the server ended with ${code}; it wrote:\n${server.log()}`);
}

/** Chromium itself writes these when a socket is refused or breaks, as tests make it. @param {string} text */
function isExpected(text) {
  return /WebSocket connection to .* failed/.test(text);
}

/** @param {Page} page @param {string} state */
export async function waitForState(page, state, timeout = PLAYING_MS_MAX) {
  await page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, { timeout });
}
