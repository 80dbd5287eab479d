// `node tests/browser/run.mjs [WORD]`: plays the page in Chromium and prints TAP; with a word, only the tests whose
// names have it. WAYSTREAM names another server than build/waystream, CHROMIUM another browser.

import { tests as gameTests } from "./game_test.mjs";
import { tests as harborTests } from "./harbor_test.mjs";
import { tests as interruptionTests } from "./interruption_test.mjs";
import { tests as mappingTests } from "./mapping_test.mjs";
import { tests as pageTests } from "./page_test.mjs";
import { tests as protocolTests } from "./protocol_test.mjs";
import { tests as questLineTests } from "./quest_line_test.mjs";
import { Stage } from "./stage.mjs";
import { runTests } from "./tap.mjs";
import { tests as wordsTests } from "./words_test.mjs";

const word = process.argv[2] ?? "";
const all = { ...wordsTests, ...protocolTests, ...mappingTests, ...pageTests, ...gameTests,
  ...harborTests, ...questLineTests, ...interruptionTests };
const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => name.includes(word)));

const stage = await Stage.create();
try {
  process.exitCode = await runTests(chosen, stage) > 0 ? 1 : 0;
} finally {
  await stage.destroy();
}
