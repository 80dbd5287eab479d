// Where a finger on the page is in the picture: judged by what the browser really paints where.

import assert from "node:assert/strict";

const ERROR_PX_MAX = 0.5; // of the picture
const MARK_PX = 12; // side of the square that is painted and then looked for

const PICTURES = [[1280, 720], [652, 1412], [390, 391]];
const PLACES = [[0.5, 0.5], [0.1, 0.2], [0.93, 0.88]];

/** How the picture's element lies on the page; the test page is 900 x 700 CSS pixels. */
const LAYOUTS = {
  "fills the window": "position:fixed; inset:0; width:100%; height:100%",
  "lies off the corner": "position:absolute; left:37.5px; top:21.25px; width:700px; height:480px",
  "is shrunk by a transform": "width:900px; height:700px; transform:translate(13px,7px) scale(0.62); transform-origin:20% 10%",
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
 * Runs in the page: the middle of what is dark in a screenshot, in CSS pixels.
 * @param {string} screenshot  PNG, base64
 */
async function darkMiddle(screenshot) {
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
  return { x: sumX / sum / devicePixelRatio, y: sumY / sum / devicePixelRatio };
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
  return fractionOf(x, y, fitted(canvas.getBoundingClientRect(), canvas.width, canvas.height));
}

/** @param {import("./stage.mjs").Stage} stage @param {number} deviceScaleFactor */
async function checkMapping(stage, deviceScaleFactor) {
  const page = await stage.openPage(`${stage.server.url}protocol.js`,
    { viewport: { width: 900, height: 700 }, deviceScaleFactor });
  for (const [layout, style] of Object.entries(LAYOUTS)) {
    for (const [index, size] of PICTURES.entries()) {
      const [width, height] = size;
      const [placeX, placeY] = PLACES[(index + deviceScaleFactor) % PLACES.length];
      const mark = [Math.round(width * placeX), Math.round(height * placeY)];
      await page.evaluate(paint, { style, isParentTransformed: layout.includes("parent"), size, mark, markPx: MARK_PX });
      const screenshot = (await page.screenshot()).toString("base64");
      const { x, y, isInside } = await page.evaluate(mapped, await page.evaluate(darkMiddle, screenshot));
      const off = Math.max(Math.abs(x / 65535 * width - mark[0]), Math.abs(y / 65535 * height - mark[1]));
      assert.ok(isInside, layout);
      assert.ok(off <= ERROR_PX_MAX, `${layout}, ${width} x ${height}, ratio ${deviceScaleFactor}: off by ${off} px`);
    }
  }
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  "a touch maps to its place in the picture at pixel ratio 1": (stage) => checkMapping(stage, 1),
  "a touch maps to its place in the picture at pixel ratio 2": (stage) => checkMapping(stage, 2),
  "a touch maps to its place in the picture at pixel ratio 3": (stage) => checkMapping(stage, 3),

  async "a touch beside the picture is outside of it"(stage) {
    const page = await stage.openPage(`${stage.server.url}protocol.js`, { viewport: { width: 900, height: 700 } });
    await page.evaluate(paint, { style: LAYOUTS["fills the window"], isParentTransformed: false, size: [1280, 720],
      mark: [10, 10], markPx: MARK_PX });
    const above = await page.evaluate(mapped, { x: 450, y: 60 }); // the picture begins at 96.9
    assert.deepEqual(above, { x: 32768, y: 0, isInside: false });
    const inside = await page.evaluate(mapped, { x: 450, y: 98 });
    assert.equal(inside.isInside, true);
  },
};
