// A relay between browser and server that can do what networks do: cut connections, refuse them, serve under a
// prefix; and that can answer WebSockets itself, so that tests play the server.

import { once } from "node:events";
import { connect, createServer } from "node:net";

/**
 * @typedef {object} Relay
 * @property {string} url
 * @property {() => void} cut  breaks every WebSocket without a word
 * @property {(isHeld: boolean) => void} hold  what servers say on WebSockets, and lets go of it again
 * @property {(isRefused: boolean) => void} refuse  new WebSockets from now on
 * @property {() => void} close
 */

/**
 * @param {string} target  http://host:port/
 * @param {object} [options]
 * @param {string} [options.prefix]  that the relay adds to every path: "/play"
 * @param {boolean} [options.isIsolated]  false: takes the header away that lets the page share memory
 * @param {(socket: import("node:net").Socket, head: string) => void} [options.takeWebSocket]  gets the sockets that
 *   ask for an upgrade, with the request's head
 * @returns {Promise<Relay>}
 */
export async function startRelay(target, { prefix = "", isIsolated = true, takeWebSocket } = {}) {
  const { hostname, port } = new URL(target);
  /** @type {Set<import("node:net").Socket>} */
  const webSockets = new Set();
  /** @type {Set<import("node:net").Socket>} */
  const all = new Set();
  /** @type {Set<import("node:net").Socket>} */
  const upstreams = new Set(); // of WebSockets
  let isRefused = false;

  const listener = createServer((socket) => {
    all.add(socket);
    socket.on("close", () => all.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.once("data", (first) => {
      const head = withoutPrefix(first, prefix);
      const isWebSocket = /^upgrade: *websocket/im.test(head.toString("latin1"));
      if (isWebSocket && isRefused)
        return socket.destroy();
      if (isWebSocket) {
        webSockets.add(socket);
        socket.on("close", () => webSockets.delete(socket));
      }
      if (isWebSocket && takeWebSocket)
        return takeWebSocket(socket, head.toString("latin1"));
      const upstream = connect(Number(port), hostname);
      if (isWebSocket) {
        upstreams.add(upstream);
        upstream.on("close", () => upstreams.delete(upstream));
      }
      upstream.write(head);
      join(socket, upstream, (bytes) => withoutPrefix(bytes, prefix));
      join(upstream, socket, isIsolated || isWebSocket ? (bytes) => bytes : withoutIsolation);
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (listener.address());
  return {
    url: `http://127.0.0.1:${address.port}${prefix}/`,
    cut: () => webSockets.forEach((socket) => socket.resetAndDestroy()),
    hold: (isHeld) => upstreams.forEach((upstream) => isHeld ? upstream.pause() : upstream.resume()),
    refuse: (value) => {
      isRefused = value;
    },
    close: () => {
      listener.close();
      all.forEach((socket) => socket.destroy());
    },
  };
}

/**
 * @param {import("node:net").Socket} from
 * @param {import("node:net").Socket} to
 * @param {(bytes: Buffer) => Buffer} change
 */
function join(from, to, change) {
  from.setNoDelay(true);
  from.on("data", (bytes) => to.write(change(bytes)));
  from.on("close", () => to.destroy());
  from.on("error", () => to.destroy());
}

/** Answers begin with their headers. @param {Buffer} bytes */
function withoutIsolation(bytes) {
  const text = bytes.toString("latin1");
  return Buffer.from(text.replace(/^cross-origin-embedder-policy:/im, "x-embedder-policy-was-here:  "), "latin1");
}

/** Requests of a browser come in one piece each. @param {Buffer} bytes @param {string} prefix */
function withoutPrefix(bytes, prefix) {
  const start = `GET ${prefix}/`;
  if (!prefix || bytes.toString("latin1", 0, start.length) !== start)
    return bytes;
  return Buffer.concat([Buffer.from("GET /"), bytes.subarray(start.length)]);
}
