// From where a finger is on the page to where it is in the picture. Pure.

import { FRACTION_MAX } from "./protocol.js";

/**
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 */

/**
 * Where a picture lies inside its element when it is fitted with `object-fit: contain`.
 * @param {Box} element  as getBoundingClientRect() says, so that scrolling, zoom and CSS transforms are in it
 * @param {number} widthPx  of the picture
 * @param {number} heightPx
 * @returns {Box}
 */
export function fitted({ left, top, width, height }, widthPx, heightPx) {
  // The element's pixels may be stretched by a transform: fit before, stretch after would need its layout size. Uniform
  // transforms, the only ones that keep a picture's shape, give the same either way.
  const scale = Math.min(width / widthPx, height / heightPx);
  const fittedWidth = widthPx * scale;
  const fittedHeight = heightPx * scale;
  return {
    left: left + (width - fittedWidth) / 2, top: top + (height - fittedHeight) / 2,
    width: fittedWidth, height: fittedHeight,
  };
}

/**
 * @param {number} clientX @param {number} clientY  CSS pixels
 * @param {Box} picture  on the page
 * @returns {{ x: number, y: number, isInside: boolean }}  fractions of 65535, at the edge when outside
 */
export function fractionOf(clientX, clientY, { left, top, width, height }) {
  const x = (clientX - left) / width;
  const y = (clientY - top) / height;
  const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1;
  return { x: toFraction(x), y: toFraction(y), isInside };
}

/** @param {number} value  0 to 1 */
function toFraction(value) {
  return Math.round(FRACTION_MAX * Math.min(1, Math.max(0, value)));
}
