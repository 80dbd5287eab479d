// The harbor world's main line on a phone: played by touches on the picture, from the join to the reward chest. What
// to touch is seen in the picture's pixels alone.

import assert from "node:assert/strict";
import { SCREENS } from "./browser.mjs";
import { ACCENT, BUTTON, controls, eventually, middle, tap } from "./picture.mjs";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("./picture.mjs").Box} Box
 * @typedef {{ x: number, y: number }} Point
 *
 * @typedef {object} Sight  what is to be seen; undefined: it is not there
 * @property {Box} [yes]    takes on the quest that is offered
 * @property {Box} [close]  ends the dialogue
 * @property {Box} [entry]  of the quest tracker
 * @property {boolean} isUnderWay  to where the entry leads
 * @property {Box} [chest]  in which rewards wait
 * @property {boolean} isHurt
 * @property {Point[]} marks  over people with a quest, the nearest to the avatar first
 * @property {Point[]} bars   over enemies who have been hit, likewise
 */

const SPEED = 8; // ticks in the time of one: the line takes five minutes of the world's time
const QUESTS = 6; // of the main line
const PLAY_MS_MAX = 80_000;
const STEP_MS = 60; // between looks
const PATIENCE_MS = 700; // for what was touched to show

// Of a picture of 390 x 844 CSS pixels.
const AVATAR = { x: 195, y: 470 };
const STRIKE = { x: 346, y: 800 };
const HEAL = { x: 346, y: 722 };
const HEALTH_AT = { x: 150, y: 48 }; // of the bar: filled while at least two thirds are left
const MARK_TO_BODY = 50;
const BAR_TO_BODY = 22;
const GIVER = { x: 97, y: 358 }; // about where the first mark is seen: at the left, in front of the pier

/**
 * Spots of two colours: marks over heads, and bars over those who are wounded.
 * @param {Page} page
 * @returns {Promise<{ marks: Point[], bars: Point[], isHurt: boolean }>}
 */
function spots(page) {
  return page.evaluate(({ avatar, healthAt }) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
    const width = innerWidth;
    const height = innerHeight;
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(width, height).getContext("2d"));
    context.drawImage(canvas, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const TOP = 150; // above are controls,
    const BOTTOM = 690; // and below

    /** The middles of spots of a colour, no larger than given. */
    const find = (/** @type {(r: number, g: number, b: number) => boolean} */ isColor, countMin = 0, sideMax = 0) => {
      const isSeen = new Uint8Array(width * height);
      const isMeant = (/** @type {number} */ i) => !isSeen[i] && isColor(data[4 * i], data[4 * i + 1], data[4 * i + 2]);
      const found = [];
      for (let first = TOP * width; first < BOTTOM * width; first++) {
        if (!isMeant(first))
          continue;
        const open = [first];
        const box = { left: width, right: 0, top: height, bottom: 0, count: 0 };
        isSeen[first] = 1;
        for (let i = open.pop(); i !== undefined; i = open.pop()) {
          const x = i % width;
          const y = (i - x) / width;
          box.count++;
          box.left = Math.min(box.left, x);
          box.right = Math.max(box.right, x);
          box.top = Math.min(box.top, y);
          box.bottom = Math.max(box.bottom, y);
          for (const next of [i - 1, i + 1, i - width, i + width]) {
            if (next > 0 && next < width * height && isMeant(next)) {
              isSeen[next] = 1;
              open.push(next);
            }
          }
        }
        if (box.count >= countMin && Math.max(box.right - box.left, box.bottom - box.top) <= sideMax)
          found.push({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
      }
      const away = (/** @type {Point} */ at) => Math.hypot(at.x - avatar.x, at.y - avatar.y);
      return found.sort((a, b) => away(a) - away(b));
    };

    const isGold = (/** @type {number} */ r, /** @type {number} */ g, /** @type {number} */ b) =>
      r > 225 && g > 0.74 * r && g < 0.88 * r && b < 0.42 * r;
    const isGreen = (/** @type {number} */ r, /** @type {number} */ g, /** @type {number} */ b) =>
      g > 165 && r > 85 && r < 150 && g - r > 55 && g - b > 55;
    const health = 4 * (healthAt.y * width + healthAt.x);
    return {
      marks: find(isGold, 8, 30),
      bars: find(isGreen, 12, 60).filter(({ x }) => Math.abs(x - avatar.x) > 14),
      isHurt: data[health] < 180,
    };
  }, { avatar: AVATAR, healthAt: HEALTH_AT });
}

/** @param {Box} box */
const isSquare = ({ width, height }) => Math.abs(width - height) <= 4;

/** @param {Page} page @returns {Promise<Sight>} */
async function look(page) {
  const [accents, buttons, seen] = await Promise.all([controls(page, ACCENT), controls(page, BUTTON), spots(page)]);
  const { height } = SCREENS.phone.viewport;
  const isLow = (/** @type {Box} */ { y }) => y > height / 2;
  const isEntry = (/** @type {Box} */ box) => box.y < height / 6 && box.x < 100 && !isSquare(box);
  const active = accents.find(isEntry);
  return {
    yes: accents.find(isLow),
    close: buttons.find((box) => isLow(box) && isSquare(box)),
    entry: active ?? buttons.find(isEntry),
    isUnderWay: Boolean(active),
    chest: buttons.filter((box) => box.x > 200 && box.y < height / 3).at(-1),
    ...seen,
  };
}

/** Who is nearest, wounded enemies first. */
class Player {
  page;
  accepted = 0;
  touches = 0;
  /** @type {string[]} what was done, for the message when it is too late */
  story = [];
  #askedMs = 0;
  #foughtMs = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Point} at @param {string} what */
  async touch(at, what) {
    this.touches++;
    if (this.story.at(-1) !== what)
      this.story.push(what);
    await tap(this.page, at);
  }

  /** Touches what takes a while to have an effect. @param {Point} at @param {string} what */
  async ask(at, what) {
    const now = performance.now();
    if (now < this.#askedMs + PATIENCE_MS)
      return;
    this.#askedMs = now;
    await this.touch(at, what);
  }

  /** @param {Sight} sight */
  async converse({ yes, close }) {
    if (yes)
      await this.ask(middle(yes), `quest ${++this.accepted}`);
    else if (close)
      await this.touch(middle(close), "listened");
  }

  /** Hits whoever is near: one touch on somebody wounded, and the avatar fights on by itself. @param {Sight} sight */
  async fight({ bars: [bar] }) {
    if (bar) {
      this.#foughtMs = performance.now();
      await this.touch({ x: bar.x, y: bar.y + BAR_TO_BODY }, "fought");
    } else {
      await this.touch(STRIKE, "struck");
    }
  }

  /** @param {Sight} sight */
  async act(sight) {
    if (sight.yes || sight.close)
      return this.converse(sight);
    if (sight.isHurt)
      await this.touch(HEAL, "healed");
    if (sight.isUnderWay)
      return;
    if (sight.entry) {
      await this.fight(sight);
      if (performance.now() > this.#foughtMs + PATIENCE_MS)
        await this.ask(middle(sight.entry), "went on");
    } else if (this.accepted === QUESTS && sight.chest) {
      await this.ask(middle(sight.chest), "went for the chest");
    } else if (sight.marks.length > 0) {
      const mark = this.accepted === 0 ? GIVER : sight.marks[0];
      await this.ask({ x: mark.x, y: mark.y + MARK_TO_BODY }, "spoke");
    }
  }
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "the main line is played by touch on a phone up to the reward chest"(stage) {
    const { width, height } = SCREENS.phone.viewport;
    const server = await stage.freshServer(
      ["--world", "cloudsvc/worlds/harbor", "--speed", `${SPEED}`, "--size", `${width}x${height}`]);
    const page = await stage.openGame(server.url, SCREENS.phone);
    const player = new Player(page);
    const endMs = performance.now() + PLAY_MS_MAX;
    let hadChest = false;
    for (;;) {
      const sight = await look(page);
      const isRewarded = player.accepted === QUESTS && hadChest && sight.close && !sight.entry && !sight.chest;
      if (isRewarded)
        break;
      hadChest = Boolean(sight.chest) || hadChest && Boolean(sight.close);
      await player.act(sight);
      assert.ok(performance.now() < endMs, `not done in time: ${player.story.join(", ")}`);
      await page.waitForTimeout(STEP_MS);
    }
  },
};
