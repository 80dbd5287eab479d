// SIGINT and SIGTERM while something is under way: what was started is ended, in reverse, and nothing else is said.

import { constants } from "node:os";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM"]);

/** What must be ended when a signal comes. */
export class Interruption {
  /** @type {(() => unknown)[]} */
  #endings = [];
  #hasCome = false;

  /** @param {() => unknown} ending  called at once when the signal has come already */
  ends(ending) {
    this.#endings.push(ending);
    if (this.#hasCome)
      ending();
  }

  /** Ends everything, the latest first. */
  async come() {
    this.#hasCome = true;
    for (const ending of [...this.#endings].reverse())
      await Promise.allSettled([ending()]);
  }
}

/**
 * Runs `task` to its end, or until a signal comes.
 * @template Result
 * @param {(interruption: Interruption) => Promise<Result>} task
 * @returns {Promise<Result | { signal: NodeJS.Signals, exitCode: number }>}  the exit code that shells expect
 */
export async function untilInterrupted(task) {
  const interruption = new Interruption();
  /** @type {NodeJS.Signals | null} */
  let signal = null;
  /** @type {(value: null) => void} */
  let wake = () => {};
  const signalled = new Promise((resolve) => {
    wake = resolve;
  });
  const take = (/** @type {NodeJS.Signals} */ name) => {
    signal ??= name;
    wake(null);
  };
  SIGNALS.forEach((name) => process.on(name, take));
  try {
    const running = task(interruption);
    running.catch(() => {}); // what was ended under its hands complains
    const result = await Promise.race([running, signalled]);
    if (result !== null)
      return /** @type {Result} */ (result);
    await interruption.come();
    await Promise.allSettled([running]);
    return exitOf(/** @type {NodeJS.Signals} */ (/** @type {unknown} */ (signal)));
  } catch (error) {
    if (signal === null)
      throw error;
    await interruption.come();
    return exitOf(signal);
  } finally {
    SIGNALS.forEach((name) => process.off(name, take));
  }
}

/** @param {NodeJS.Signals} signal */
function exitOf(signal) {
  return { signal, exitCode: 128 + constants.signals[signal] };
}
