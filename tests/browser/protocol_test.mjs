// web/protocol.js and the server's end of it against the vectors that cloudsvc/stream/protocol.c is tested on too, in
// the browser that runs it.

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
  /** @type {typeof import("../../web/protocol.js")} */
  const client = await import(new URL("web/protocol.js", location.href).href);
  /** @type {typeof import("./protocol_server.mjs")} */
  const server = await import(new URL("tests/browser/protocol_server.mjs", location.href).href);
  /** @param {import("../../web/protocol.js").ClientMessage} message */
  const writeClient = (message) => {
    switch (message.kind) {
      case client.Kind.JOIN: return "decoders" in message ? client.writeJoin(message) : new Uint8Array(0);
      case client.Kind.VIEWPORT: return client.writeViewportMessage(message.viewport);
      case client.Kind.POINTER: return client.writePointer(message);
      case client.Kind.ACKNOWLEDGE: return client.writeAcknowledge(message);
      case client.Kind.KEYFRAME_REQUEST: return client.writeKeyframeRequest();
      case client.Kind.VISIBILITY: return client.writeVisibility(message.isVisible);
      case client.Kind.PING: return client.writePing(message.pingClientUs);
    }
  };
  /** @type {Record<string, { read: (bytes: ArrayBuffer) => unknown, write: (message: any) => Uint8Array }>} */
  const ends = {
    client: { read: server.readClient, write: writeClient },
    server: { read: client.readServer, write: server.writeServer },
  };
  const toHex = (/** @type {Uint8Array} */ bytes) =>
    [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const plain = (/** @type {unknown} */ message) => JSON.parse(JSON.stringify(message, (key, value) =>
    value instanceof Uint8Array ? toHex(value) : value));
  return vectors.map(({ direction, hex }) => {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)).buffer;
    const { read, write } = ends[direction];
    try {
      const message = read(bytes);
      return message === null ? { verdict: "skip", fields: null, written: "" }
        : { verdict: "ok", fields: plain(message), written: toHex(write(message)) };
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
