// Where a finger on the page is in the picture: judged by what the browser really paints where.

import assert from "node:assert/strict";

const ERROR_CSS_PX_MAX = 0.5; // as much as browsers shift a picture by to put it on whole pixels
const MARK_PX = 12; // side of the square that is painted and then looked for
const LOOK_CSS_PX = 24; // so far around the place where it should be

const PICTURES = [[1280, 720], [652, 1412], [390, 391]];
const PLACES = [[0.5, 0.5], [0.1, 0.2], [0.93, 0.88]];

/** How the picture's element lies on the page; the test page is 900 x 700 CSS pixels. */
const LAYOUTS = {
  "fills the window": "position:fixed; inset:0; width:100%; height:100%",
  "lies off the corner": "position:absolute; left:37.3px; top:21.2px; width:700px; height:480px",
  "is shrunk": "width:900px; height:700px; transform:translate(13px,7px) scale(0.62); transform-origin:20% 10%",
  "is zoomed": "width:420px; height:300px; zoom:1.5; margin:10px",
  "is in a transformed parent": "width:600px; height:500px; margin:40px",
};

/**
 * Runs in the page: shows a picture with a black square on white in the given layout.
 * @param {{ style: string, isParentTransformed: boolean, size: number[], mark: number[], markPx: number }} scene
 */
function paint({ style, isParentTransformed, size: [width, height], mark: [x, y], markPx }) {
  document.body.innerHTML = "<div><canvas></canvas></div>";
  document.body.style.cssText = "margin:0; overflow:hidden; background:#888";
  const parent = /** @type {HTMLElement} */ (document.querySelector("div"));
  parent.style.cssText = isParentTransformed ? "transform:scale(0.8) translate(-30px,12px)" : "";
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
  canvas.style.cssText = `display:block; object-fit:contain; image-rendering:auto; ${style}`;
  canvas.width = width;
  canvas.height = height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "black";
  context.fillRect(x - markPx / 2, y - markPx / 2, markPx, markPx);
}

/**
 * Runs in the page: where the square should be, roughly, to look for it there.
 * @param {number[]} mark  its middle in the picture
 */
async function expected([x, y]) {
  const url = new URL("mapping.js", location.href).href;
  /** @type {typeof import("../../web/mapping.js")} */
  const { fitted } = await import(url);
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
  const { left, top, width } = fitted(canvas.getBoundingClientRect(), canvas.width, canvas.height);
  const scale = width / canvas.width;
  return { x: Math.round(left + scale * x), y: Math.round(top + scale * y) };
}

/**
 * Runs in the page: the middle of what is dark in a screenshot, in CSS pixels.
 * @param {{ screenshot: string, left: number, top: number }} part  PNG, base64; where it lies on the page
 */
async function darkMiddle({ screenshot, left, top }) {
  const bytes = Uint8Array.from(atob(screenshot), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(image.width, image.height).getContext("2d"));
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let sum = 0, sumX = 0, sumY = 0;
  for (let i = 0; i < image.width * image.height; i++) {
    const weight = Math.max(0, 100 - data[4 * i]);
    sum += weight;
    sumX += weight * (i % image.width + 0.5);
    sumY += weight * (Math.floor(i / image.width) + 0.5);
  }
  return { x: left + sumX / sum / devicePixelRatio, y: top + sumY / sum / devicePixelRatio };
}

/**
 * Runs in the page: what the page would tell the server of a touch there.
 * @param {{ x: number, y: number }} client
 */
async function mapped({ x, y }) {
  const url = new URL("mapping.js", location.href).href;
  /** @type {typeof import("../../web/mapping.js")} */
  const { fitted, fractionOf } = await import(url);
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
  const box = fitted(canvas.getBoundingClientRect(), canvas.width, canvas.height);
  return { ...fractionOf(x, y, box), scale: box.width / canvas.width };
}

/** @param {import("playwright-core").Page} page @param {{ x: number, y: number }} at */
async function screenshotAround(page, { x, y }) {
  const left = Math.max(0, x - LOOK_CSS_PX);
  const top = Math.max(0, y - LOOK_CSS_PX);
  const clip = { x: left, y: top, width: 2 * LOOK_CSS_PX, height: 2 * LOOK_CSS_PX };
  return { screenshot: (await page.screenshot({ clip })).toString("base64"), left, top };
}

/** @param {import("./stage.mjs").Stage} stage @param {number} deviceScaleFactor */
async function checkMapping(stage, deviceScaleFactor) {
  const page = await stage.openModules({ viewport: { width: 900, height: 700 }, deviceScaleFactor });
  for (const [layout, style] of Object.entries(LAYOUTS)) {
    for (const [index, size] of PICTURES.entries()) {
      const [width, height] = size;
      const [placeX, placeY] = PLACES[(index + deviceScaleFactor) % PLACES.length];
      const mark = [Math.round(width * placeX), Math.round(height * placeY)];
      const isParentTransformed = layout.includes("parent");
      await page.evaluate(paint, { style, isParentTransformed, size, mark, markPx: MARK_PX });
      const seen = await page.evaluate(darkMiddle, await screenshotAround(page, await page.evaluate(expected, mark)));
      const { x, y, isInside, scale } = await page.evaluate(mapped, seen);
      const offPx = Math.max(Math.abs(x / 65535 * width - mark[0]), Math.abs(y / 65535 * height - mark[1]));
      assert.ok(isInside, layout);
      assert.ok(offPx * scale <= ERROR_CSS_PX_MAX,
        `${layout}, ${width} x ${height}, ratio ${deviceScaleFactor}: off by ${offPx * scale} CSS pixels`);
    }
  }
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  "a touch maps to its place in the picture at pixel ratio 1": (stage) => checkMapping(stage, 1),
  "a touch maps to its place in the picture at pixel ratio 2": (stage) => checkMapping(stage, 2),
  "a touch maps to its place in the picture at pixel ratio 3": (stage) => checkMapping(stage, 3),

  async "a touch beside the picture is outside of it"(stage) {
    const page = await stage.openModules({ viewport: { width: 900, height: 700 } });
    await page.evaluate(paint, { style: LAYOUTS["fills the window"], isParentTransformed: false, size: [1280, 720],
      mark: [10, 10], markPx: MARK_PX });
    const above = await page.evaluate(mapped, { x: 450, y: 60 }); // the picture begins at 96.9
    assert.deepEqual([above.x, above.y, above.isInside], [32768, 0, false]);
    const inside = await page.evaluate(mapped, { x: 450, y: 98 });
    assert.equal(inside.isInside, true);
  },
};
