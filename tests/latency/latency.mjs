// `make latency`: tap-to-pixel times of one server, native and in Chromium, beside the browser's own floor.
//
// Prints a table, writes build/latency/report.json and exits with 1 when a bound is broken.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { ROOT, startBrowser, startServer } from "../browser/browser.mjs";
import { measureClicks } from "./clicks.mjs";
import { Interruption, untilInterrupted } from "./interruption.mjs";

const HELP = `usage: node tests/latency/latency.mjs [options]
  --taps N      taps of wayprobe (200)
  --clicks N    clicks in Chromium, on the real page and on the floor page each (60)
  --fps N       frames a second (60)
  --margin F    multiplies every bound: above 1 on machines that are slow or do other things (1)
  --help        this text
`;

/** Bounds in milliseconds, on two processor cores without a GPU. */
const WAYPROBE_MAX = { p50: 14, p99: 30 };
const ABOVE_FLOOR_MAX = { p50: 20, p95: 35 };

/**
 * @typedef {{ p50: number, p95: number, p99: number }} Percentiles
 * @typedef {object} Run
 * @property {"wayprobe" | "chromium" | "floor"} client
 * @property {"loopback"} link
 * @property {number} fps
 * @property {number} sessions
 * @property {Percentiles} tap_to_pixel_ms
 * @property {number} lost
 * @property {Record<string, Percentiles>} stages_ms
 */

/**
 * The value that at least `percent` of all do not exceed (nearest rank).
 * @param {number[]} values
 * @param {number} percent
 */
function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(percent * sorted.length / 100) - 1)] ?? NaN;
}

/**
 * @param {Interruption} interruption
 * @param {string} url  http://…
 * @param {number} taps
 * @returns {Promise<{ run: Run, fault: string | null }>}
 */
async function runWayprobe(interruption, url, taps) {
  const program = process.env.WAYPROBE ?? `${ROOT}build/wayprobe`;
  const child = spawn(program, ["--url", url.replace(/^http/, "ws"), "--taps", String(taps), "--json"],
    { stdio: ["ignore", "pipe", "inherit"] });
  interruption.ends(() => child.kill());
  let text = "";
  child.stdout.on("data", (bytes) => text += bytes);
  await once(child, "close");
  const report = JSON.parse(text.trim().split("\n").at(-1) ?? "");
  if (report.tap_to_pixel_ms.p50 === null)
    throw new Error(`wayprobe measured nothing: ${report.fault}`);
  const { p50, p95, p99 } = report.tap_to_pixel_ms;
  /** @type {Run} */
  const run = { client: "wayprobe", link: "loopback", fps: report.fps, sessions: report.sessions,
    tap_to_pixel_ms: { p50, p95, p99 }, lost: report.lost, stages_ms: report.stages_ms };
  return { run, fault: report.fault };
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {"chromium" | "floor"} client
 * @param {string} url
 * @param {{ fps: number, clicks: number }} plan
 * @returns {Promise<Run>}
 */
async function runClicks(browser, client, url, { fps, clicks }) {
  const { times_ms, lost } = await measureClicks(browser, url, clicks);
  const [p50, p95, p99] = [50, 95, 99].map((percent) => Number(percentile(times_ms, percent).toFixed(3)));
  return { client, link: "loopback", fps, sessions: 1, tap_to_pixel_ms: { p50, p95, p99 }, lost, stages_ms: {} };
}

/**
 * @param {Interruption} interruption
 * @param {{ taps: number, clicks: number, fps: number }} plan
 * @returns {Promise<{ runs: Run[], fault: string | null }>}  wayprobe, floor and Chromium; wayprobe's fault
 */
async function measure(interruption, plan) {
  const server = await startServer({ args: ["--fps", String(plan.fps), "--size", "1280x720"] });
  interruption.ends(() => server.stop());
  try {
    const { run, fault } = await runWayprobe(interruption, server.url, plan.taps);
    const runs = [run];
    const browser = await startBrowser({ endsWithSignals: false });
    interruption.ends(() => browser.close());
    try {
      runs.push(await runClicks(browser, "floor", new URL("floor.html", import.meta.url).href, plan));
      runs.push(await runClicks(browser, "chromium", server.url, plan));
    } finally {
      await browser.close();
    }
    return { runs, fault };
  } finally {
    await server.stop();
  }
}

/** @param {Run[]} runs */
function printTable(runs) {
  console.log("tap to pixel, ms     p50     p95     p99    lost");
  for (const { client, tap_to_pixel_ms: times, lost } of runs) {
    const cells = [times.p50, times.p95, times.p99].map((value) => value.toFixed(1).padStart(8));
    console.log(client.padEnd(16) + cells.join("") + String(lost).padStart(8));
  }
  console.log("\nwayprobe's way, ms   p50     p95     p99");
  for (const [name, times] of Object.entries(runs[0].stages_ms)) {
    const cells = [times.p50, times.p95, times.p99].map((value) => value.toFixed(2).padStart(8));
    console.log(`  ${name.padEnd(14)}${cells.join("")}`);
  }
}

/**
 * @param {Run[]} runs
 * @param {number} margin
 * @returns {string[]}  what is broken
 */
function brokenBounds(runs, margin) {
  const [wayprobe, floor, chromium] = runs;
  /** @type {[string, number, number][]} */
  const bounds = [
    ["wayprobe p50", wayprobe.tap_to_pixel_ms.p50, WAYPROBE_MAX.p50 * margin],
    ["wayprobe p99", wayprobe.tap_to_pixel_ms.p99, WAYPROBE_MAX.p99 * margin],
    ["wayprobe lost", wayprobe.lost, 0],
    ["chromium p50", chromium.tap_to_pixel_ms.p50, floor.tap_to_pixel_ms.p50 + ABOVE_FLOOR_MAX.p50 * margin],
    ["chromium p95", chromium.tap_to_pixel_ms.p95, floor.tap_to_pixel_ms.p95 + ABOVE_FLOOR_MAX.p95 * margin],
    ["chromium lost", chromium.lost, 0],
    ["floor lost", floor.lost, 0],
  ];
  return bounds.filter(([, value, max]) => !(value <= max))
    .map(([name, value, max]) => `${name} is ${value.toFixed(1)}, allowed are ${max.toFixed(1)}`);
}

function parseCommandLine() {
  const { values } = parseArgs({
    options: {
      taps: { type: "string", default: "200" },
      clicks: { type: "string", default: "60" },
      fps: { type: "string", default: "60" },
      margin: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  const { taps, clicks, fps, margin } = values;
  const plan = { taps: Number(taps), clicks: Number(clicks), fps: Number(fps), margin: Number(margin) };
  for (const [name, value] of Object.entries(plan)) {
    if (!(value > 0) || (name !== "margin" && !Number.isInteger(value)))
      throw new TypeError(`--${name}: write a number above 0`);
  }
  return { ...plan, help: values.help };
}

async function main() {
  let plan;
  try {
    plan = parseCommandLine();
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${HELP}`);
    return 2;
  }
  if (plan.help) {
    console.log(HELP);
    return 0;
  }
  const result = await untilInterrupted((interruption) => measure(interruption, plan));
  if ("signal" in result) {
    console.log(`interrupted by ${result.signal}: nothing was measured`);
    return result.exitCode;
  }
  const { runs, fault } = result;
  printTable(runs);
  await mkdir(`${ROOT}build/latency`, { recursive: true });
  await writeFile(`${ROOT}build/latency/report.json`, `${JSON.stringify({ runs }, null, 2)}\n`);
  const broken = brokenBounds(runs, plan.margin);
  if (fault)
    broken.push(`wayprobe: ${fault}`);
  for (const line of broken)
    console.log(`BROKEN ${line}`);
  return broken.length > 0 ? 1 : 0;
}

process.exitCode = await main();
