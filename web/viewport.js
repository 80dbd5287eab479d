// The size of the window as the server needs to know it: how many pixels a picture is worth, how large a thumb is,
// and which edges are covered by notches.

import { viewportOf } from "./protocol.js";

const SETTLE_MS = 150; // a window being resized or a phone being turned passes many sizes: each costs a new encoder

/** @param {HTMLElement} picture @returns {import("./protocol.js").Viewport} */
export function measureViewport(picture) {
  const style = getComputedStyle(document.documentElement);
  /** The style sheet keeps env(safe-area-inset-…) there. @param {string} side */
  const inset = (side) => Number.parseFloat(style.getPropertyValue(`--inset-${side}`)) || 0;
  return viewportOf({
    widthCssPx: picture.clientWidth,
    heightCssPx: picture.clientHeight,
    pixelRatio: devicePixelRatio,
    insetCssPx: ["top", "right", "bottom", "left"].map(inset),
  });
}

/**
 * Tells when the viewport has become another and stays so.
 * @param {HTMLElement} frame  that keeps its place on the page and has the picture's size
 * @param {(viewport: import("./protocol.js").Viewport) => void} onChange
 */
export function watchViewport(frame, onChange) {
  let known = JSON.stringify(measureViewport(frame));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const settled = () => {
    const viewport = measureViewport(frame);
    const measured = JSON.stringify(viewport);
    if (measured === known)
      return;
    known = measured;
    onChange(viewport);
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(settled, SETTLE_MS);
  };
  new ResizeObserver(changed).observe(frame);
  addEventListener("resize", changed); // also when only the pixel ratio or an inset changes
  watchPixelRatio(changed);
}

/** A window that moves to another screen changes its pixel ratio without a resize. @param {() => void} changed */
function watchPixelRatio(changed) {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener("change", () => {
    changed();
    watchPixelRatio(changed);
  }, { once: true });
}
