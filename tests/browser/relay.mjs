// A relay between browser and server that can do what networks do: cut connections, refuse them, serve under a
// prefix; and that can answer WebSockets itself, so that tests play the server.

import { once } from "node:events";
import { connect, createServer } from "node:net";

/**
 * @typedef {object} Relay
 * @property {string} url
 * @property {() => void} cut  breaks every WebSocket without a word
 * @property {(isRefused: boolean) => void} refuse  new WebSockets from now on
 * @property {() => void} close
 */

/**
 * @param {string} target  http://host:port/
 * @param {object} [options]
 * @param {string} [options.prefix]  that the relay adds to every path: "/play"
 * @param {(socket: import("node:net").Socket, head: string) => void} [options.takeWebSocket]  gets the sockets that
 *   ask for an upgrade, with the request's head
 * @returns {Promise<Relay>}
 */
export async function startRelay(target, { prefix = "", takeWebSocket } = {}) {
  const { hostname, port } = new URL(target);
  /** @type {Set<import("node:net").Socket>} */
  const webSockets = new Set();
  /** @type {Set<import("node:net").Socket>} */
  const all = new Set();
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
      join(socket, connect(Number(port), hostname), head, prefix);
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (listener.address());
  return {
    url: `http://127.0.0.1:${address.port}${prefix}/`,
    cut: () => webSockets.forEach((socket) => socket.resetAndDestroy()),
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
 * @param {import("node:net").Socket} socket
 * @param {import("node:net").Socket} upstream
 * @param {Buffer} head
 * @param {string} prefix
 */
function join(socket, upstream, head, prefix) {
  upstream.setNoDelay(true);
  socket.setNoDelay(true);
  upstream.write(head);
  socket.on("data", (bytes) => upstream.write(withoutPrefix(bytes, prefix)));
  upstream.on("data", (bytes) => socket.write(bytes));
  for (const [from, to] of [[socket, upstream], [upstream, socket]]) {
    from.on("close", () => to.destroy());
    from.on("error", () => to.destroy());
  }
}

/** Requests of a browser come in one piece each. @param {Buffer} bytes @param {string} prefix */
function withoutPrefix(bytes, prefix) {
  const start = `GET ${prefix}/`;
  if (!prefix || bytes.toString("latin1", 0, start.length) !== start)
    return bytes;
  return Buffer.concat([Buffer.from("GET /"), bytes.subarray(start.length)]);
}
