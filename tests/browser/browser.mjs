// Starts what browser tests need: the real server on a free port, Debian's Chromium, and windows with the game.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The repository's root, where the server finds its files. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const READY_MS_MAX = 20_000;
const STOP_MS_MAX = 30_000; // above the server's own time for draining

/** Screens that the page is tested on, as options of `browser.newContext()`. */
export const SCREENS = {
  laptop: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/**
 * @typedef {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable,
 *   import("node:stream").Readable>} Child
 *
 * @typedef {object} Server
 * @property {string} url  as the ready line says it, with a slash at its end
 * @property {Child} child
 * @property {() => string} log  what it wrote so far
 * @property {() => Promise<number | null>} stop  ends it with SIGTERM; its exit code, null when it had to be killed
 */

/**
 * Starts build/waystream, or the program that WAYSTREAM names, on a free port of the loopback.
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<Server>}  when it can be used
 */
export async function startServer({ args = [], env = {} } = {}) {
  const program = process.env.WAYSTREAM ?? `${ROOT}build/waystream`;
  const child = spawn(program, ["--listen", "127.0.0.1:0", ...args], {
    cwd: ROOT, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"],
  });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  const log = { text: "" };
  const url = await readyUrl(child, log);
  return { url, child, log: () => log.text, stop: () => stop(child) };
}

/**
 * @param {Child} child
 * @param {{ text: string }} log  filled as long as the server runs
 * @returns {Promise<string>}
 */
function readyUrl(child, log) {
  return new Promise((resolve, reject) => {
    /** Has no effect once the server has been ready. @param {string} why */
    const fail = (why) => reject(new Error(`the server ${why}; it wrote:\n${log.text}`));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`was not ready within ${READY_MS_MAX} ms`);
    }, READY_MS_MAX);
    child.once("error", (error) => fail(`did not start: ${error.message}`));
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code} before it was ready`);
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        log.text += `${line}\n`;
        const ready = /^ready (http\S+)/.exec(line);
        if (!ready)
          return;
        clearTimeout(timer);
        resolve(ready[1]);
      });
    }
  });
}

/** @param {Child} child */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null)
    return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  const [code] = await ended;
  clearTimeout(timer);
  return code;
}

/**
 * Starts headless Chromium, or the browser that CHROMIUM names.
 * @param {object} [options]
 * @param {boolean} [options.endsWithSignals]  false: the caller handles SIGINT and SIGTERM and closes the browser then
 */
export function startBrowser({ endsWithSignals = true } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--log-level=3"], // fatal errors alone: it always misses a D-Bus on machines without a desktop
    handleSIGINT: endsWithSignals,
    handleSIGTERM: endsWithSignals,
  });
}
