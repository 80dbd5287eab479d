// Ways from scene to scene in the browser: the harbor world, on a phone, judged by the pixels on screen.

import assert from "node:assert/strict";
import { SCREENS } from "./browser.mjs";
import {
  ACCENT, BUTTON, controls, difference, eventually, findEntries, middle, openFindList, tap, thumbnail,
} from "./picture.mjs";

/** @typedef {import("playwright-core").Page} Page */

const ENTRIES_MIN = 8; // of the Find list: on translucent buttons, what lies behind may hide some
const WALK_MS_MAX = 40_000;
const OTHER_PICTURE = 12; // of 255, mean
const DARK_MAX = 0.6; // brightness of a picture between two scenes, of the brightness before
const UPPER_SHARE = 0.5; // of the picture, free of controls but for the banner

/** Sweets, sold on the island, are the last entry but one: of the right column, the second from below. @param {Page} page */
async function sweetsEntry(page) {
  const boxes = await findEntries(page, ENTRIES_MIN);
  const right = Math.max(...boxes.map(({ x }) => x));
  return boxes.filter(({ x }) => x > right - 10).sort((a, b) => b.y - a.y)[1];
}

/** The dialogue's button that closes it: a square at the right. @param {Page} page */
async function closeButton(page) {
  const { width } = /** @type {{ width: number }} */ (page.viewportSize());
  return (await controls(page, BUTTON)).find((box) => Math.abs(box.width - box.height) <= 4 && box.x > width / 2);
}

/**
 * Looks from inside the page, in every frame, until the upper part of the picture is suddenly dark.
 * @param {Page} page
 * @returns {Promise<boolean>}  false: it was not within the time
 */
function watchForDark(page) {
  return page.evaluate(({ timeoutMs, darkMax, share }) => new Promise((resolve) => {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(8, 8).getContext("2d"));
    const endMs = performance.now() + timeoutMs;
    let usual = 0;
    const look = () => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
      context.drawImage(canvas, 0, 0.1 * canvas.height, canvas.width, (share - 0.1) * canvas.height, 0, 0, 8, 8);
      const { data } = context.getImageData(0, 0, 8, 8);
      const sum = data.reduce((total, value, i) => total + (i % 4 < 3 ? value : 0), 0);
      if (sum < darkMax * usual)
        resolve(true);
      else if (performance.now() > endMs)
        resolve(false);
      else
        requestAnimationFrame(look);
      usual = usual === 0 ? sum : usual + 0.02 * (sum - usual); // follows what changes slowly
    };
    look();
  }), { timeoutMs: WALK_MS_MAX, darkMax: DARK_MAX, share: UPPER_SHARE });
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "one tap on the Find list leads into another scene on a phone"(stage) {
    const server = await stage.freshServer(["--world", "cloudsvc/worlds/harbor", "--speed", "2"]);
    const page = await stage.openGame(server.url, SCREENS.phone);
    const at = await openFindList(page);
    const entry = middle(await sweetsEntry(page));
    const isDark = watchForDark(page);
    await tap(page, entry);
    await eventually(async () => (await controls(page, ACCENT)).map(middle)
      .some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 10), 2000, "the accent");
    const town = await thumbnail(page, 36, 64);
    assert.ok(await isDark, "the picture was never dark");
    await page.waitForTimeout(1000);
    const lighthouse = await thumbnail(page, 36, 64);
    assert.ok(difference(town, lighthouse) > OTHER_PICTURE, "the scene is the same");
    assert.equal(await closeButton(page), undefined);
    await eventually(() => closeButton(page), WALK_MS_MAX, "the dialogue with who sells sweets");
  },
};
