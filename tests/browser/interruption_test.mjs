// `make latency` that is interrupted: everything it started is gone, and one line says so.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { ROOT } from "./browser.mjs";
import { eventually } from "./picture.mjs";

/** Processes whose environment has the mark: the program and all that it started, in whatever group. @param {string} mark */
async function marked(mark) {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")));
  return pids.filter((_, i) => environments[i].includes(mark));
}

/** @param {string} mark @param {RegExp} command  of a process to wait for */
async function isRunning(mark, command) {
  const commands = await Promise.all((await marked(mark)).map((pid) =>
    readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")));
  return commands.some((line) => command.test(line));
}

/**
 * @param {NodeJS.Signals} signal
 * @param {string[]} args
 * @param {RegExp} command  of the process after whose start the signal is sent
 */
async function interrupt(signal, args, command) {
  const mark = `WAYSTREAM_TEST_MARK=${process.pid}-${signal}-${args.join("")}`;
  const child = spawn(process.execPath, [`${ROOT}tests/latency/latency.mjs`, ...args],
    { env: { ...process.env, [mark.split("=")[0]]: mark.split("=")[1] }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => text += bytes);
  const closed = once(child, "close");
  try {
    await eventually(() => isRunning(mark, command), 30_000, `${command}`);
  } finally {
    child.kill(signal);
  }
  const [code] = await closed;
  assert.equal(text, `interrupted by ${signal}: nothing was measured\n`);
  assert.deepEqual(await marked(mark), []);
  return code;
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "an interrupted latency test ends its server and its probe and says one line"() {
    assert.equal(await interrupt("SIGINT", ["--taps", "10000"], /wayprobe/), 130);
  },

  async "an interrupted latency test ends its browser too"() {
    assert.equal(await interrupt("SIGTERM", ["--taps", "3", "--clicks", "1000"], /remote-debugging-pipe/), 143);
  },
};
