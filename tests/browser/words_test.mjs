// What needs no browser: words for the player, and how long the page waits.

import assert from "node:assert/strict";
import { reconnectDelayMs } from "../../web/connection.js";
import { Bye } from "../../web/protocol.js";
import { statusOf } from "../../web/status.js";

const PICTURE = { hasPlayed: true, isPlaying: false, isPaused: false, isQuiet: false };

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "every bye is put into words of its own kind"() {
    for (const bye of Object.values(Bye)) {
      const status = statusOf({ state: "ended", bye, delayMs: 0 }, PICTURE);
      assert.ok(status && /^[A-Z].*\.$/.test(status.detail) && !status.detail.includes(`(${bye})`), String(bye));
    }
    assert.match(statusOf({ state: "ended", bye: 99, delayMs: 0 }, PICTURE)?.detail ?? "", /99/);
  },

  async "a page that plays has nothing to say"() {
    assert.equal(statusOf({ state: "joined", bye: null, delayMs: 0 }, { ...PICTURE, isPlaying: true }), null);
  },

  async "waits between attempts grow, are spread, and end below a limit"() {
    for (let failures = 0; failures < 12; failures++) {
      const [least, most] = [reconnectDelayMs(failures, 0), reconnectDelayMs(failures, 1)];
      assert.ok(most >= 1.9 * least && most <= 8000, `${failures}: ${least} to ${most}`);
      assert.ok(failures === 0 || least >= reconnectDelayMs(failures - 1, 0));
    }
    assert.ok(reconnectDelayMs(0, 1) <= 250);
  },
};
