// Ways to get a decoded picture onto a canvas, and the test which of them is right and fastest here.
//
// No way is best everywhere: with a GPU a decoded picture is best drawn where it lies, without one it is best copied
// out as pixels. Some browsers draw BT.709 video with the matrix of BT.601. So each way first paints a card of known
// colours, and then competes on pictures of the stream.

/** @typedef {"copy" | "draw" | "texture"} Way */

/**
 * @typedef {object} Painter  paints onto one canvas, clipped to its size
 * @property {(frame: VideoFrame) => void | Promise<void>} paint
 * @property {(xPx: number, yPx: number) => Uint8Array | Uint8ClampedArray} readPixel  RGBA; waits until all is painted
 * @property {() => void} release
 */

/** @param {OffscreenCanvas} canvas @param {boolean} [willReadFrequently] */
function flatContext(canvas, willReadFrequently = false) {
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently });
  if (!context)
    throw new Error("there is no 2D context");
  return context;
}

/** Copies the pixels out and puts them onto the canvas. @param {OffscreenCanvas} canvas @returns {Painter} */
function copyPainter(canvas) {
  const context = flatContext(canvas, true);
  /** @type {ImageData | null} */
  let image = null;
  return {
    async paint(frame) {
      const { width, height } = /** @type {DOMRectReadOnly} */ (frame.visibleRect);
      if (image?.width !== width || image.height !== height)
        image = new ImageData(width, height);
      await frame.copyTo(image.data, { format: "RGBA" });
      context.putImageData(image, 0, 0);
    },
    readPixel: (xPx, yPx) => context.getImageData(xPx, yPx, 1, 1).data,
    release() {},
  };
}

/** Lets the browser draw it like any image. @param {OffscreenCanvas} canvas @returns {Painter} */
function drawPainter(canvas) {
  const context = flatContext(canvas);
  return {
    paint: (frame) => context.drawImage(frame, 0, 0),
    readPixel: (xPx, yPx) => context.getImageData(xPx, yPx, 1, 1).data,
    release() {},
  };
}

const VERTEX_SHADER = `
attribute vec2 corner;
varying vec2 place;
void main() {
  place = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}`;
const FRAGMENT_SHADER = `
precision mediump float;
uniform sampler2D picture;
varying vec2 place;
void main() {
  gl_FragColor = texture2D(picture, place);
}`;

/** @param {WebGLRenderingContext} gl @param {WebGLProgram} program @param {number} type @param {string} source */
function attachShader(gl, program, type, source) {
  const shader = /** @type {WebGLShader} */ (gl.createShader(type));
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  gl.attachShader(program, shader);
}

/** @param {WebGLRenderingContext} gl */
function useProgram(gl) {
  const program = gl.createProgram();
  attachShader(gl, program, gl.VERTEX_SHADER, VERTEX_SHADER);
  attachShader(gl, program, gl.FRAGMENT_SHADER, FRAGMENT_SHADER);
  gl.bindAttribLocation(program, 0, "corner");
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(`the shaders do not link: ${gl.getProgramInfoLog(program)}`);
  gl.useProgram(program);
}

/** Uploads it as a texture. @param {OffscreenCanvas} canvas @returns {Painter} */
function texturePainter(canvas) {
  const gl = canvas.getContext("webgl", { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true });
  if (!gl)
    throw new Error("there is no WebGL");
  useProgram(gl);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  return {
    paint(frame) {
      const { displayWidth: width, displayHeight: height } = frame;
      gl.viewport(0, canvas.height - height, width, height);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, frame);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    },
    readPixel(xPx, yPx) {
      const pixel = new Uint8Array(4);
      gl.readPixels(xPx, canvas.height - 1 - yPx, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return pixel;
    },
    release: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
}

const PAINTERS = { copy: copyPainter, draw: drawPainter, texture: texturePainter };

/**
 * @param {OffscreenCanvas} canvas  without a context so far
 * @param {Way} way
 * @throws {Error}  when the browser cannot do it
 */
export function createPainter(canvas, way) {
  return PAINTERS[way](canvas);
}

// ---- colours ----------------------------------------------------------------------------------

const PATCH_PX = 16;
const COLOR_TOLERANCE = 14; // of 255: fast conversions are off by up to 12, BT.601's matrix by 22, a wrong range by 16

/** Patches in BT.709 limited range, and what they are in RGB [ITU-R BT.709-6]. */
const PATCHES = [
  { yuv: [235, 128, 128], rgb: [255, 255, 255] },
  { yuv: [16, 128, 128], rgb: [0, 0, 0] },
  { yuv: [126, 128, 128], rgb: [128, 128, 128] },
  { yuv: [63, 102, 240], rgb: [255, 1, 0] },
  { yuv: [173, 42, 26], rgb: [0, 255, 1] },
  { yuv: [32, 240, 118], rgb: [1, 0, 255] },
];

/** A picture of the patches side by side, coded like the stream. */
function createColorCard() {
  const width = PATCHES.length * PATCH_PX;
  const planes = [1, 2, 2].map((shrink, plane) => {
    const bytes = new Uint8Array(width / shrink * (PATCH_PX / shrink));
    return bytes.map((_, i) => PATCHES[Math.floor(i * shrink % width / PATCH_PX)].yuv[plane]);
  });
  return new VideoFrame(new Uint8Array(planes.flatMap((plane) => [...plane])), {
    format: "I420", codedWidth: width, codedHeight: PATCH_PX, timestamp: 0,
    colorSpace: { matrix: "bt709", primaries: "bt709", transfer: "bt709", fullRange: false },
  });
}

/** @param {Way} way */
async function paintsTrueColors(way) {
  const card = createColorCard();
  try {
    const painter = createPainter(new OffscreenCanvas(card.codedWidth, card.codedHeight), way);
    await painter.paint(card);
    const isTrue = PATCHES.every(({ rgb }, index) => {
      const pixel = painter.readPixel((index + 0.5) * PATCH_PX, PATCH_PX / 2);
      return rgb.every((value, component) => Math.abs(pixel[component] - value) <= COLOR_TOLERANCE);
    });
    painter.release();
    return isTrue;
  } catch {
    return false;
  } finally {
    card.close();
  }
}

// ---- competition ------------------------------------------------------------------------------

const ROUNDS = 6; // the best counts: the first one also compiles and allocates, others share a busy moment
const CLEARLY_FASTER = 0.6; // a change costs the player a new canvas

/** Runs a competition over the stream's first pictures, one small step a picture so that none is late for long. */
export class PaintTrial {
  /** @type {Map<Way, number>} best time of each way that paints true colours */
  bestMs = new Map();
  /** @type {((frame: VideoFrame) => Promise<void>)[]} */
  #steps = [(frame) => this.#enter("copy", frame), (frame) => this.#enter("draw", frame)];
  #hasTexture = false;

  get isOver() {
    return this.#steps.length === 0;
  }

  /**
   * Makes the next step.
   * @param {VideoFrame} frame  stays open
   */
  async step(frame) {
    await this.#steps.shift()?.(frame);
    // Where drawing is not clearly faster than copying there is no GPU, and trying WebGL alone costs 100 ms.
    if (this.isOver && !this.#hasTexture && this.best("copy") === "draw") {
      this.#hasTexture = true;
      this.#steps.push((next) => this.#enter("texture", next));
    }
  }

  /** @param {Way} way @param {VideoFrame} frame */
  async #enter(way, { displayWidth, displayHeight }) {
    if (!await paintsTrueColors(way))
      return;
    const painter = createPainter(new OffscreenCanvas(displayWidth, displayHeight), way);
    this.#steps.push((frame) => this.#measure(way, painter, frame, 1));
  }

  /**
   * The ways take turns, so that what else the machine does slows them alike.
   * @param {Way} way @param {Painter} painter @param {VideoFrame} frame @param {number} round
   */
  async #measure(way, painter, frame, round) {
    const startMs = performance.now();
    await painter.paint(frame);
    painter.readPixel(0, 0);
    this.bestMs.set(way, Math.min(performance.now() - startMs, this.bestMs.get(way) ?? Infinity));
    if (round < ROUNDS)
      this.#steps.push((next) => this.#measure(way, painter, next, round + 1));
    else
      painter.release();
  }

  /** @param {Way} current @returns {Way}  another one if clearly faster, or if `current` paints wrong colours */
  best(current) {
    const [fastest] = [...this.bestMs].sort(([, a], [, b]) => a - b);
    const limitMs = CLEARLY_FASTER * (this.bestMs.get(current) ?? Infinity);
    return fastest && fastest[1] < limitMs ? fastest[0] : current;
  }
}
