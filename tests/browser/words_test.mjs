// What needs no browser: words for the player, and how long the page waits.

import assert from "node:assert/strict";
import { reconnectDelayMs } from "../../web/connection.js";
import { Bye } from "../../web/protocol.js";
import { statusOf } from "../../web/status.js";
import { wordsOf } from "../../web/words.js";

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

  async "every language says everything"() {
    const [english, chinese] = [wordsOf("en-GB"), wordsOf("zh-CN")];
    assert.notEqual(chinese.lang, english.lang);
    assert.deepEqual(Object.keys(chinese), Object.keys(english));
    assert.deepEqual(Object.keys(chinese.byes), Object.keys(english.byes));
    for (const text of [...Object.values(chinese), ...Object.values(chinese.byes)].filter((each) => typeof each === "string"))
      assert.ok(text === "zh" || /[\u4e00-\u9fff]/.test(text), text);
    assert.equal(wordsOf("zhx"), english);
    assert.equal(wordsOf(""), english);
    const { detail = "" } = statusOf({ state: "ended", bye: 99, delayMs: 0 }, PICTURE, chinese) ?? {};
    assert.match(detail, /服务器.*99/);
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
