// The whole game in the browser: the real server, the real page, judged by the pixels on screen.

import assert from "node:assert/strict";
import { SCREENS } from "./browser.mjs";
import { ACCENT, BUTTON, controls, difference, eventually, middle, pixel, tap, thumbnail } from "./picture.mjs";
import { waitForState } from "./stage.mjs";

/**
 * @typedef {import("./stage.mjs").Stage} Stage
 * @typedef {import("playwright-core").Page} Page
 */

const TARGET_CSS_PX = 44; // the least side of what a thumb hits [WCAG 2.5.5]
const EDGE_CSS_PX = 2; // what coding and scaling take off a control's edge
const WALK_MS_MAX = 60_000;
const SAME_PICTURE = 6; // of 255, mean: people breathe, marks turn
const OTHER_PICTURE = 12;

/** @param {Page} page @returns {Promise<import("../../web/stream-worker.js").Report>} */
const report = (page) => page.evaluate("waystream.report()");

/** @param {Page} page @param {number} ms */
const pause = (page, ms) => page.waitForTimeout(ms);

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

/** The dialogue's button that closes it: square, in the lower half. @param {Page} page */
async function closeButton(page) {
  const { height } = /** @type {{ width: number, height: number }} */ (page.viewportSize());
  return (await controls(page, BUTTON)).find((box) =>
    box.y > height / 2 && Math.abs(box.width - box.height) <= 4 && box.width >= TARGET_CSS_PX - 2 * EDGE_CSS_PX);
}

/** @param {Stage} stage @param {keyof SCREENS} screen */
async function findTheBlacksmith(stage, screen) {
  const server = await stage.freshServer();
  const page = await stage.openGame(server.url, SCREENS[screen]);
  const entries = await eventually(async () => {
    const boxes = await controls(page, BUTTON);
    return boxes.length >= 4 && boxes;
  }, 5000, "the Find list");
  for (const { width, height } of entries)
    assert.ok(Math.min(width, height) >= TARGET_CSS_PX - 2 * EDGE_CSS_PX, `an entry of ${width} x ${height}`);
  assert.equal(await closeButton(page), undefined);

  await tap(page, middle(entries[0]));
  await eventually(async () => (await controls(page, ACCENT)).length > 0, 2000, "the entry's accent");
  await eventually(() => closeButton(page), WALK_MS_MAX, "the blacksmith's dialogue");
  return page;
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "the first picture is there two seconds after the server's start"(stage) {
    const startMs = performance.now();
    const server = await stage.freshServer();
    const page = await stage.openGame(server.url);
    const tookMs = performance.now() - startMs;
    const picture = await thumbnail(page, 64, 36);
    assert.ok(Math.max(...picture) - Math.min(...picture.filter((_, i) => i % 4 < 3)) > 100, "the picture is flat");
    assert.ok(tookMs < 6000, `it took ${tookMs.toFixed(0)} ms`);
  },

  async "one tap on the Find list walks to the blacksmith on a laptop"(stage) {
    await findTheBlacksmith(stage, "laptop");
  },

  async "one tap on the Find list walks to the blacksmith on a phone"(stage) {
    await findTheBlacksmith(stage, "phone");
  },

  async "the dialogue closes when its button is tapped"(stage) {
    const page = await findTheBlacksmith(stage, "laptop");
    const button = await closeButton(page);
    assert.ok(button);
    await tap(page, middle(button));
    await eventually(async () => await closeButton(page) === undefined, 2000, "the end of the dialogue");
  },
};

void [pixel, waitForState, standing, report, OTHER_PICTURE, SAME_PICTURE];
