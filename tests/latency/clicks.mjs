// Clicks on a page and measures when each click's mark can be read from the page's canvas.

import { setTimeout as sleep } from "node:timers/promises";

const VIEWPORT = { width: 1280, height: 720 };
const RADIUS_PX = 28; // of the tap mark in a picture 720 pixels high
const LOST_MS = 2000;
const PICTURE_MS_MAX = 20_000;
const SETTLE_MS = 1500; // the page tries its ways to paint first
const PRESS_MS = 60;
const FRAME_MS = 1000 / 60;

/**
 * @typedef {object} Clicks
 * @property {number[]} times_ms  from the event's timeStamp to the animation frame that shows its mark
 * @property {number} lost
 */

/**
 * Runs in the page, before its own scripts. It sees the page from outside alone: the canvas that is on screen, a few
 * pixels of it, drawn onto a small one.
 * @param {{ lostMs: number, radiusPx: number }} limits
 */
function install({ lostMs, radiusPx }) {
  const SIDE = 4;
  const small = new OffscreenCanvas(SIDE, SIDE);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    small.getContext("2d", { willReadFrequently: true }));

  const picture = () => [...document.querySelectorAll("canvas")]
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0];

  /** The darkest and the brightest component of the pixels in the middle of where the mark would be. */
  function range(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const canvas = picture();
    if (!canvas || canvas.width === 0)
      return { low: 0, high: 0 };
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    const half = radiusPx * scale / 2;
    context.clearRect(0, 0, SIDE, SIDE);
    context.drawImage(canvas, (clientX - box.left) * scale - half, (clientY - box.top) * scale - half,
      2 * half, 2 * half, 0, 0, SIDE, SIDE);
    const values = context.getImageData(0, 0, SIDE, SIDE).data.filter((_, i) => i % 4 !== 3);
    return { low: Math.min(...values), high: Math.max(...values) };
  }

  const isMarked = (/** @type {number} */ x, /** @type {number} */ y) => range(x, y).low >= 215;

  /** The next press: how long its mark took in milliseconds, null when it did not come. */
  const nextPress = () => new Promise((resolve) => {
    addEventListener("pointerdown", (event) => {
      const look = () => {
        if (isMarked(event.clientX, event.clientY))
          resolve(performance.now() - event.timeStamp);
        else if (performance.now() - event.timeStamp > lostMs)
          resolve(null);
        else
          requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });

  Object.assign(window, { latency: { range, isMarked, nextPress } });
}

/** Places of the ground, evenly spread by the plastic number as wayprobe does it. */
function place(/** @type {number} */ index) {
  const spread = (/** @type {number} */ step) => ((index + 1) * step) % 1;
  return {
    x: VIEWPORT.width * (0.22 + 0.56 * spread(0.7548776662466927)),
    y: VIEWPORT.height * (0.25 + 0.45 * spread(0.5698402909980532)),
  };
}

/**
 * Opens `url` in a window of its own and clicks `count` times, at random moments.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {number} count
 * @returns {Promise<Clicks>}
 */
export async function measureClicks(browser, url, count) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.addInitScript(install, { lostMs: LOST_MS, radiusPx: RADIUS_PX });
    await page.goto(url);
    await waitForPicture(page);
    await sleep(SETTLE_MS);
    /** @type {Clicks} */
    const clicks = { times_ms: [], lost: 0 };
    for (let index = 0; clicks.times_ms.length + clicks.lost < count; index++)
      await click(page, place(index), clicks);
    return clicks;
  } finally {
    await context.close();
  }
}

/**
 * Waits until there is one. It asks from outside: the page's content security policy forbids a string to be run there.
 * @param {import("playwright-core").Page} page
 */
async function waitForPicture(page) {
  const deadline = Date.now() + PICTURE_MS_MAX;
  while (!await page.evaluate("latency.range(innerWidth / 2, innerHeight / 2).high > 0")) {
    if (Date.now() > deadline)
      throw new Error(`${page.url()} shows no picture`);
    await sleep(50);
  }
}

/**
 * One press and release; nothing where an older mark is still to be seen.
 * @param {import("playwright-core").Page} page
 * @param {{ x: number, y: number }} at
 * @param {Clicks} clicks
 */
async function click(page, at, clicks) {
  await sleep(150 + 100 * Math.random());
  if (await page.evaluate(`latency.isMarked(${at.x}, ${at.y})`))
    return;
  await page.mouse.move(at.x, at.y);
  const found = page.evaluate("latency.nextPress()");
  await page.evaluate("0"); // the question above has been asked
  await sleep(FRAME_MS * Math.random()); // the answers above come right after a frame; a player does not
  await page.mouse.down();
  const time = await found;
  await sleep(PRESS_MS);
  await page.mouse.up();
  if (time === null)
    clicks.lost++;
  else
    clicks.times_ms.push(time);
}
