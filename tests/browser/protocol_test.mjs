// web/protocol.js against the vectors that cloudsvc/stream/protocol.c is tested on too, in the browser that runs it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ROOT } from "./browser.mjs";

/**
 * @typedef {object} Vector
 * @property {string} name
 * @property {"client" | "server"} direction
 * @property {string} message
 * @property {"ok" | "skip" | "malformed"} verdict
 * @property {string} hex
 * @property {Record<string, unknown>} [fields]
 */

/**
 * Runs in the page: reads every vector, and writes what was read.
 * @param {Vector[]} vectors
 * @returns {Promise<{ verdict: string, fields: unknown, written: string }[]>}
 */
async function readAndWrite(vectors) {
  const url = new URL("protocol.js", location.href).href;
  /** @type {typeof import("../../web/protocol.js")} */
  const protocol = await import(url);
  const toHex = (/** @type {Uint8Array} */ bytes) =>
    [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const plain = (/** @type {unknown} */ message) => JSON.parse(JSON.stringify(message, (key, value) =>
    value instanceof Uint8Array ? toHex(value) : value));
  return vectors.map(({ direction, hex }) => {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)).buffer;
    try {
      if (direction === "client") {
        const message = protocol.readClient(bytes);
        return message === null ? { verdict: "skip", fields: null, written: "" }
          : { verdict: "ok", fields: plain(message), written: toHex(protocol.writeClient(message)) };
      }
      const message = protocol.readServer(bytes);
      return message === null ? { verdict: "skip", fields: null, written: "" }
        : { verdict: "ok", fields: plain(message), written: toHex(protocol.writeServer(message)) };
    } catch (error) {
      const verdict = error instanceof RangeError ? "malformed" : String(error);
      return { verdict, fields: null, written: "" };
    }
  });
}

/** @param {import("./stage.mjs").Stage} stage */
async function results(stage) {
  /** @type {Vector[]} */
  const vectors = JSON.parse(await readFile(`${ROOT}tests/data/protocol.json`, "utf8")).vectors;
  assert.ok(vectors.length > 100);
  const page = await stage.openModules();
  return { vectors, read: await page.evaluate(readAndWrite, vectors) };
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "every vector of the protocol gets its verdict"(stage) {
    const { vectors, read } = await results(stage);
    vectors.forEach((vector, i) => assert.equal(read[i].verdict, vector.verdict, vector.name));
  },

  async "every good message reads as the vector's fields"(stage) {
    const { vectors, read } = await results(stage);
    vectors.forEach((vector, i) => {
      if (vector.verdict !== "ok")
        return;
      const { kind, ...message } = /** @type {Record<string, unknown>} */ (read[i].fields);
      const fields = vector.message === "viewport" ? message.viewport : message;
      const { dataSize, ...wanted } = vector.fields ?? {}; // the size is the data's own
      assert.deepEqual(fields, wanted, vector.name);
    });
  },

  async "every good message is written to the byte"(stage) {
    const { vectors, read } = await results(stage);
    vectors.forEach((vector, i) => {
      const isForeign = vector.message === "join" && vector.fields?.version !== 1;
      if (vector.verdict === "ok" && !isForeign) // of another version only the beginning is known
        assert.equal(read[i].written, vector.hex, vector.name);
    });
  },
};
