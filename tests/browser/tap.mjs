// Runs tests one after another and prints TAP [version 13], as the C tests do.

/** @typedef {(stage: import("./stage.mjs").Stage) => Promise<void>} Test */

const TEST_MS_MAX = 90_000;

/**
 * @param {Record<string, Test>} tests  by sentence
 * @param {import("./stage.mjs").Stage} stage
 * @returns {Promise<number>}  how many failed
 */
export async function runTests(tests, stage) {
  const entries = Object.entries(tests);
  let failed = 0;
  console.log(`TAP version 13\n1..${entries.length}`);
  for (const [index, [name, test]] of entries.entries()) {
    const startMs = performance.now();
    const error = await faultOf(test, stage);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    console.log(`${error ? "not ok" : "ok"} ${index + 1} - ${name} (${seconds} s)`);
    if (!error)
      continue;
    failed++;
    console.log(String(error.stack ?? error).replace(/^/gm, "# "));
  }
  return failed;
}

/**
 * @param {Test} test
 * @param {import("./stage.mjs").Stage} stage
 * @returns {Promise<Error | null>}
 */
async function faultOf(test, stage) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${TEST_MS_MAX} ms`)), TEST_MS_MAX);
  });
  try {
    await Promise.race([test(stage), late]);
    await stage.checkPages();
    return await faultOfClearing(stage);
  } catch (error) {
    await faultOfClearing(stage);
    return toError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {import("./stage.mjs").Stage} stage @returns {Promise<Error | null>} */
async function faultOfClearing(stage) {
  try {
    await stage.clear();
    return null;
  } catch (error) {
    return toError(error);
  }
}

/** @param {unknown} error */
function toError(error) {
  return error instanceof Error ? error : new Error(String(error));
}
