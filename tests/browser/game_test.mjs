// The whole game in the browser: the real server, the real page, judged by the pixels on screen.

import assert from "node:assert/strict";
import { SCREENS } from "./browser.mjs";
import {
  ACCENT, BUTTON, EDGE_CSS_PX, TARGET_CSS_PX, controls, difference, eventually, findEntries, middle, openFindList, tap,
  thumbnail,
} from "./picture.mjs";
import { waitForState } from "./stage.mjs";

/**
 * @typedef {import("./stage.mjs").Stage} Stage
 * @typedef {import("playwright-core").Page} Page
 */

const WALK_MS_MAX = 60_000;
const SAME_PICTURE = 6; // of 255, mean: people breathe, marks turn
const OTHER_PICTURE = 12;
const PERSON_PX = 12; // of a thumbnail of 128 by 72, at least: a person is about 40 by 80 of 1280 by 720

// Loose, for machines that do other things: `make latency` is what measures.
const FIRST_PICTURE_MS_MAX = 6000;
const BACK_MS_MAX = 2000;
const RETURN_MS_MAX = 300; // median
const RETURNS = 5;
const MARK_MS_MAX = 3000;

/** @param {Page} page @returns {Promise<import("../../web/stream-worker.js").Report>} */
const report = (page) => page.evaluate("waystream.report()");

/** @param {Page} page @param {number} ms */
const pause = (page, ms) => page.waitForTimeout(ms);

/**
 * Watches a picture in which nobody comes or goes.
 * @param {Page} page
 * @returns {Promise<() => Promise<number>>}  counts the pixels of a later thumbnail that are clearly others, leaving
 *   out those that have been moving all the time: breath, marks, water
 */
async function watchForNews(page) {
  const first = await thumbnail(page, 128, 72);
  let calm = [...Array(first.length / 4).keys()];
  for (let i = 0; i < 8; i++) {
    await pause(page, 250);
    const next = await thumbnail(page, 128, 72);
    calm = calm.filter((index) => colorDistance(first, next, index) < 20);
  }
  return async () => {
    const now = await thumbnail(page, 128, 72);
    return calm.filter((index) => colorDistance(first, now, index) > 40).length;
  };
}

/** @param {number[]} a @param {number[]} b @param {number} index  of the pixel */
function colorDistance(a, b, index) {
  return Math.max(...[0, 1, 2].map((component) => Math.abs(a[4 * index + component] - b[4 * index + component])));
}

/** Waits until the avatar stands: the picture stays the same. @param {Page} page */
async function standing(page) {
  let before = await thumbnail(page, 64, 36);
  return eventually(async () => {
    await pause(page, 400);
    const after = await thumbnail(page, 64, 36);
    const isSame = difference(before, after) < 1.5;
    before = after;
    return isSame && after;
  }, 15_000, "a picture that stands still");
}

/** The dialogue's button that closes it: the rightmost square, in the lower half. @param {Page} page */
async function closeButton(page) {
  const { height } = /** @type {{ width: number, height: number }} */ (page.viewportSize());
  return (await controls(page, BUTTON)).filter((box) => box.y > height / 2 && Math.abs(box.width - box.height) <= 4)
    .filter((box) => box.width >= TARGET_CSS_PX - EDGE_CSS_PX && box.width <= TARGET_CSS_PX + 2 * EDGE_CSS_PX)
    .sort((a, b) => b.x - a.x)[0];
}

/**
 * On a phone the list is opened before and folds by itself: then it is its button that shows the way.
 * @param {Stage} stage
 * @param {keyof SCREENS} screen
 */
async function findTheBlacksmith(stage, screen) {
  const server = await stage.freshServer();
  const page = await stage.openGame(server.url, SCREENS[screen]);
  const button = screen === "phone" ? await openFindList(page) : null;
  const entry = middle((await findEntries(page, 4))[0]);
  const at = button ?? entry;
  assert.equal(await closeButton(page), undefined);
  await tap(page, entry);
  await eventually(async () => (await controls(page, ACCENT)).map(middle)
    .some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 10), 2000, "the accent");
  await eventually(() => closeButton(page), WALK_MS_MAX, "the blacksmith's dialogue");
  return page;
}

/** Walks away from where players appear. @param {Page} page @returns {Promise<{ spawn: number[], place: number[] }>} */
async function walkAway(page) {
  const spawn = await standing(page);
  await tap(page, { x: 640, y: 600 });
  await pause(page, 1500);
  const place = await standing(page);
  assert.ok(difference(spawn, place) > OTHER_PICTURE, "the avatar has not walked");
  return { spawn, place };
}

/**
 * Presses, and waits for pure white at that place: the mark lives shortly, so the page itself looks in every frame.
 * @param {Page} page
 * @param {{ x: number, y: number }} at  of a picture that has the window's size
 */
async function pressUntilMarked(page, at) {
  await page.mouse.move(at.x, at.y);
  const isMarked = page.evaluate(({ x, y, timeoutMs }) => new Promise((resolve) => {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
    const endMs = performance.now() + timeoutMs;
    const look = () => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
      context.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
      if (Math.min(...context.getImageData(0, 0, 1, 1).data) >= 250)
        resolve(true);
      else if (performance.now() > endMs)
        resolve(false);
      else
        requestAnimationFrame(look);
    };
    look();
  }), { ...at, timeoutMs: MARK_MS_MAX });
  await page.evaluate(() => 0); // it is looking now
  await page.mouse.down();
  assert.ok(await isMarked, "the mark did not come");
  await page.mouse.up();
}

/** @param {Page} page @param {boolean} isHidden */
function setHidden(page, isHidden) {
  return page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

/**
 * Shows a hidden page, and looks from inside of it for a picture that was not there before.
 * @param {Page} page
 * @returns {Promise<number>}  milliseconds that it took
 */
async function showAgain(page) {
  await setHidden(page, true);
  await pause(page, 500); // nothing is under way any more
  return page.evaluate(async () => {
    const { waystream } = /** @type {any} */ (globalThis);
    const presented = async () => (await waystream.report()).measured.framesPresented;
    const before = await presented();
    const startMs = performance.now();
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    while (await presented() === before)
      await new Promise(requestAnimationFrame);
    return performance.now() - startMs;
  });
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "the first picture comes soon after the server's start"(stage) {
    const startMs = performance.now();
    const server = await stage.freshServer();
    const page = await stage.openGame(server.url);
    const tookMs = performance.now() - startMs;
    const picture = (await thumbnail(page, 64, 36)).filter((_, i) => i % 4 < 3);
    assert.ok(Math.max(...picture) - Math.min(...picture) > 100, "the picture is flat");
    assert.ok(tookMs < FIRST_PICTURE_MS_MAX, `it took ${tookMs.toFixed(0)} ms`);
  },

  async "one tap on the Find list walks to the blacksmith on a laptop"(stage) {
    const page = await findTheBlacksmith(stage, "laptop");
    await tap(page, middle(/** @type {import("./picture.mjs").Box} */ (await closeButton(page))));
    await eventually(async () => await closeButton(page) === undefined, 3000, "the end of the dialogue");
  },

  async "one tap on the Find list walks to the blacksmith on a phone"(stage) {
    await findTheBlacksmith(stage, "phone");
  },

  async "a tap is answered with a pure white mark at its place"(stage) {
    const page = await stage.openGame(stage.server.url);
    await pressUntilMarked(page, { x: 640, y: 200 });
  },

  async "two players see each other"(stage) {
    const server = await stage.freshServer();
    const first = await stage.openGame(server.url);
    await standing(first);
    const countNews = await watchForNews(first);
    assert.ok(await countNews() < PERSON_PX / 3, "the picture is never calm");
    const second = await stage.openGame(server.url);
    await eventually(async () => (await report(first)).server?.players === 2, 3000, "the second player");
    await tap(second, { x: 700, y: 600 }); // away from the first, in front of whom it appeared
    await eventually(async () => await countNews() > PERSON_PX, 10_000, "the other avatar");
  },

  async "a cut socket brings the same avatar back where it stood"(stage) {
    const server = await stage.freshServer();
    const relay = await stage.relay(server.url);
    const page = await stage.openGame(relay.url);
    const { spawn, place } = await walkAway(page);
    relay.cut();
    await waitForState(page, "waiting");
    const cutMs = performance.now();
    await waitForState(page, "playing");
    const backMs = performance.now() - cutMs;
    await pause(page, 500);
    const after = await thumbnail(page, 64, 36);
    assert.ok(difference(place, after) < SAME_PICTURE, `the place differs by ${difference(place, after)}`);
    assert.ok(difference(spawn, after) > OTHER_PICTURE, "the avatar is back at the start");
    assert.equal((await report(page)).server?.players, 1);
    assert.ok(backMs < BACK_MS_MAX, `it took ${backMs.toFixed(0)} ms`);
  },

  async "a server that comes back is found again"(stage) {
    const relay = await stage.relay(stage.server.url);
    const page = await stage.openGame(relay.url);
    relay.refuse(true);
    relay.cut();
    await pause(page, 1500);
    assert.match(await page.locator("#status").innerText(), /Reconnecting/);
    relay.refuse(false);
    await waitForState(page, "playing");
  },

  async "a server that is not heard any more is told, and heard again"(stage) {
    const relay = await stage.relay(stage.server.url);
    const page = await stage.openGame(relay.url);
    relay.hold(true);
    await eventually(async () => /Nothing arrives/.test(await page.locator("#status").innerText()), 5000, "a word");
    relay.hold(false);
    await waitForState(page, "playing");
  },

  async "a hidden page costs no pictures and shows one at once on return"(stage) {
    const page = await stage.openGame(stage.server.url);
    await setHidden(page, true);
    await pause(page, 700);
    const before = await report(page);
    await pause(page, 1500);
    const after = await report(page);
    assert.equal(after.measured.framesReceived, before.measured.framesReceived);
    assert.equal(after.openFrames, 0);
    const tookMs = [];
    for (let i = 0; i < RETURNS; i++)
      tookMs.push(await showAgain(page));
    const median = tookMs.sort((a, b) => a - b)[Math.floor(RETURNS / 2)];
    assert.ok(median < RETURN_MS_MAX, `it took ${tookMs.map((ms) => ms.toFixed(0))} ms`);
  },

  async "a server that is ended while people play ends with 0 and tells them"(stage) {
    const server = await stage.freshServer();
    const pages = [await stage.openGame(server.url), await stage.openGame(server.url, SCREENS.phone)];
    assert.equal(await server.stop(), 0, server.log());
    for (const page of pages)
      await eventually(async () => /Reconnecting|shutting down/.test(await page.locator("#status").innerText()), 3000, "the word");
  },

  async "the picture follows the window's size"(stage) {
    const page = await stage.openGame(stage.server.url);
    for (const [width, height] of [[844, 390], [391, 601]]) {
      await page.setViewportSize({ width, height });
      await eventually(async () => {
        const { widthPx, heightPx } = await report(page);
        return widthPx === width && heightPx === height;
      }, 5000, `a picture of ${width} x ${height}`);
      const canvas = page.locator("#picture");
      await eventually(async () => await canvas.evaluate((element) =>
        /** @type {HTMLCanvasElement} */ (element).width) === width, 3000, "the canvas");
    }
  },

  async "the page works behind a proxy's prefix"(stage) {
    const relay = await stage.relay(stage.server.url, { prefix: "/games/waystream" });
    await stage.openGame(relay.url);
  },

  async "without shared memory the worker paints the picture itself"(stage) {
    const relay = await stage.relay(stage.server.url, { isIsolated: false });
    const page = await stage.openGame(relay.url);
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    const { mount } = await eventually(async () => {
      const now = await report(page);
      return now.paintMs.copy > 0 && now.paintMs.draw > 0 && now;
    }, 5000, "a choice of ways");
    assert.ok(mount === "copy" || mount === "draw", mount);
    await pause(page, 500);
    await pressUntilMarked(page, { x: 640, y: 200 });
    const { openFrames, measured } = await report(page);
    assert.ok(openFrames <= 2 && measured.framesPresented > 10);
  },

  async "pictures do not leak and do not grow old"(stage) {
    const page = await stage.openGame(`${stage.server.url}?hud=1`);
    await pause(page, 4000);
    const { measured, openFrames, decoderResets } = await report(page);
    assert.ok(measured.framesPresented > 40, `${measured.framesPresented} frames`);
    assert.ok(openFrames <= 2, `${openFrames} open frames`);
    assert.equal(decoderResets, 0);
    assert.ok(measured.roundTripMs !== null && measured.roundTripMs < 200);
    assert.ok(measured.frameAgeMs !== null && measured.frameAgeMs < 250, `${measured.frameAgeMs} ms old`);
  },
};
