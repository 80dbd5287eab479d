// Looking at the game's picture: pixels of the page's canvas, and the controls that can be seen in it.

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ x: number, y: number, width: number, height: number }} Box  CSS pixels
 * @typedef {[number, number, number]} Rgb
 */

/** The server's colours of controls, from render/style.h: a plain button is a little translucent, here over stone. */
export const BUTTON = /** @type {Rgb} */ ([61, 65, 82]);
export const ACCENT = /** @type {Rgb} */ ([255, 190, 92]);

export const TARGET_CSS_PX = 44; // the least side of what a thumb hits [WCAG 2.5.5]
export const EDGE_CSS_PX = 2; // what coding and scaling take off a control's edge

const ROW_CSS_PX = 10; // controls whose tops are nearer than this stand in one row

/**
 * The picture, scaled down; rows of RGBA.
 * @param {Page} page
 * @param {number} width
 * @param {number} height
 * @returns {Promise<number[]>}
 */
export function thumbnail(page, width, height) {
  return page.evaluate(([w, h]) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(w, h).getContext("2d"));
    context.imageSmoothingQuality = "high";
    context.drawImage(canvas, 0, 0, w, h);
    return [...context.getImageData(0, 0, w, h).data];
  }, [width, height]);
}

/**
 * One pixel of the picture.
 * @param {Page} page
 * @param {number} xPx  of the picture
 * @param {number} yPx
 * @returns {Promise<Rgb>}
 */
export function pixel(page, xPx, yPx) {
  return page.evaluate(([x, y]) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
    context.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return /** @type {Rgb} */ ([r, g, b]);
  }, [xPx, yPx]);
}

/** Mean difference of two thumbnails, of 255. @param {number[]} a @param {number[]} b */
export function difference(a, b) {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
}

/**
 * The controls of one colour that can be seen: connected areas of it, in reading order.
 * @param {Page} page
 * @param {Rgb} color
 * @returns {Promise<Box[]>}
 */
export async function controls(page, color) {
  const boxes = await page.evaluate(([red, green, blue]) => {
    const TOLERANCE = 11; // coding; panels and shadows are further away
    const SIDE_MIN = 36; // smaller is no control,
    const FILL_MIN = 0.6; // and neither is what does not fill its box but for a text
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
    const width = innerWidth;
    const height = innerHeight;
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(width, height).getContext("2d"));
    context.drawImage(canvas, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const isColor = (/** @type {number} */ i) => Math.abs(data[4 * i] - red) <= TOLERANCE &&
      Math.abs(data[4 * i + 1] - green) <= TOLERANCE && Math.abs(data[4 * i + 2] - blue) <= TOLERANCE;

    const isSeen = new Uint8Array(width * height);
    /** The box of all that hangs together with pixel `first`. */
    const flood = (/** @type {number} */ first) => {
      const box = { left: width, top: height, right: 0, bottom: 0, count: 0 };
      const open = [first];
      isSeen[first] = 1;
      for (let i = open.pop(); i !== undefined; i = open.pop()) {
        const x = i % width;
        const y = (i - x) / width;
        box.count++;
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
        const sides = [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i];
        const around = [...sides, y > 0 ? i - width : i, y < height - 1 ? i + width : i];
        for (const next of around) {
          if (!isSeen[next] && isColor(next)) {
            isSeen[next] = 1;
            open.push(next);
          }
        }
      }
      const size = { width: box.right - box.left + 1, height: box.bottom - box.top + 1 };
      return { x: box.left, y: box.top, ...size, fill: box.count / (size.width * size.height) };
    };

    const boxes = [];
    for (let i = 0; i < width * height; i++) {
      if (!isSeen[i] && isColor(i))
        boxes.push(flood(i));
    }
    return boxes.filter((box) => Math.min(box.width, box.height) >= SIDE_MIN && box.fill >= FILL_MIN);
  }, color);
  const isSameRow = (/** @type {Box} */ a, /** @type {Box} */ b) => Math.abs(a.y - b.y) < ROW_CSS_PX;
  return boxes.sort((a, b) => isSameRow(a, b) ? a.x - b.x : a.y - b.y);
}

/** @param {Box} box */
export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** Wider than high, as words make a control; skills, and what closes, are as wide as high. @param {Box} box */
const isWide = ({ width, height }) => width > 1.3 * height;

/**
 * The entries of the Find list, once the picture is sharp enough to tell them apart.
 * @param {Page} page
 * @param {number} countMin  more may be below the upper third of the picture
 * @returns {Promise<Box[]>}
 */
export function findEntries(page, countMin) {
  return eventually(async () => {
    const { height: pageHeight } = /** @type {{ height: number }} */ (page.viewportSize());
    const boxes = (await controls(page, BUTTON)).filter((box) => isWide(box) && box.y > pageHeight / 3);
    const areSharp = boxes.every(({ height }) => Math.abs(height - TARGET_CSS_PX) <= EDGE_CSS_PX);
    return boxes.length >= countMin && areSharp && boxes;
  }, 15_000, "the Find list");
}

/**
 * Opens the Find list of a phone.
 * @param {Page} page
 * @returns {Promise<{ x: number, y: number }>}  where the button is that opens it: the lowest at the left
 */
export async function openFindList(page) {
  const boxes = await findEntries(page, 1);
  const at = middle(boxes.reduce((lowest, box) => box.y > lowest.y ? box : lowest));
  await tap(page, at);
  return at;
}

/** A tap with whatever the screen has. @param {Page} page @param {{ x: number, y: number }} at */
export async function tap(page, { x, y }) {
  if (await page.evaluate(() => navigator.maxTouchPoints > 0))
    await page.touchscreen.tap(x, y);
  else
    await page.mouse.click(x, y);
}

/**
 * Looks again and again.
 * @template Answer
 * @param {() => Promise<Answer | null | undefined | false>} look
 * @param {number} timeoutMs
 * @param {string} what  for the message when it does not come
 * @returns {Promise<Answer>}
 */
export async function eventually(look, timeoutMs, what) {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await look();
    if (answer)
      return answer;
    if (performance.now() > endMs)
      throw new Error(`within ${timeoutMs} ms ${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
