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
 * @property {Box[]} corner  buttons under the map: of the festival while it is on, below it of the chest, if there is one
 * @property {boolean} isHurt
 * @property {Point[]} bars   over enemies who have been hit, the nearest to the avatar first
 */

const SPEED = 8; // ticks in the time of one: the line takes five minutes of the world's time
const QUESTS = 6; // of the main line
const PLAY_MS_MAX = 80_000;
const STEP_MS = 60; // between looks
const PATIENCE_MS = 600; // for what was touched to show
const HEAL_MS = 1300; // ten seconds of the world's time: until healing can be used again
const FIGHT_MS = 1200; // for a fight to go on by itself

// Of a picture of 390 x 844 CSS pixels.
const AVATAR = { x: 195, y: 470 };
const NEAR = 160; // who is as near fights
const STRIKE = { x: 346, y: 800 };
const HEAL = { x: 346, y: 722 };
const HEALTH_AT = { x: 150, y: 48 }; // of the bar: filled while at least two thirds are left
const ENTRY = { x: 62, width: 170 }; // beside the square that folds the tracker
const CORNER = { x: 258, width: 120 };
const BAR_TO_BODY = 22;

/**
 * Bars over those who have been hit, and the avatar's own.
 * @param {Page} page
 * @returns {Promise<{ bars: Point[], isHurt: boolean }>}
 */
function spots(page) {
  return page.evaluate(({ avatar, healthAt, near }) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
    const width = innerWidth;
    const height = innerHeight;
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(width, height).getContext("2d"));
    context.drawImage(canvas, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const TOP = 150; // above are controls,
    const BOTTOM = 690; // and below

    /** The middles of spots of a colour and a size. */
    const find = (/** @type {(r: number, g: number, b: number) => boolean} */ isColor,
      /** @type {(width: number, height: number) => boolean} */ isSize) => {
      const isSeen = new Uint8Array(width * height);
      const isMeant = (/** @type {number} */ i) => !isSeen[i] && isColor(data[4 * i], data[4 * i + 1], data[4 * i + 2]);
      const found = [];
      for (let first = TOP * width; first < BOTTOM * width; first++) {
        if (!isMeant(first))
          continue;
        const open = [first];
        const box = { left: width, right: 0, top: height, bottom: 0 };
        isSeen[first] = 1;
        for (let i = open.pop(); i !== undefined; i = open.pop()) {
          const x = i % width;
          const y = (i - x) / width;
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
        if (isSize(box.right - box.left + 1, box.bottom - box.top + 1))
          found.push({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
      }
      const away = (/** @type {Point} */ at) => Math.hypot(at.x - avatar.x, at.y - avatar.y);
      return found.filter((at) => away(at) < near).sort((a, b) => away(a) - away(b));
    };

    const isGreen = (/** @type {number} */ r, /** @type {number} */ g, /** @type {number} */ b) =>
      g > 165 && r > 85 && r < 150 && g - r > 55 && g - b > 55;
    const health = 4 * (healthAt.y * width + healthAt.x);
    return {
      bars: find(isGreen, (w, h) => w >= 16 && w <= 56 && h >= 2 && h <= 9).filter(({ x }) => Math.abs(x - avatar.x) > 14),
      isHurt: data[health] < 180,
    };
  }, { avatar: AVATAR, healthAt: HEALTH_AT, near: NEAR });
}

/** @param {Box} box */
const isSquare = ({ width, height }) => isNear(width, height);

/** But for coding. @param {number} a @param {number} b */
const isNear = (a, b) => Math.abs(a - b) <= 4;

/** @param {Page} page @returns {Promise<Sight>} */
async function look(page) {
  const [accents, buttons, seen] = await Promise.all([controls(page, ACCENT), controls(page, BUTTON), spots(page)]);
  const { height } = SCREENS.phone.viewport;
  const isLow = (/** @type {Box} */ { y }) => y > height / 2;
  const isEntry = (/** @type {Box} */ box) => isNear(box.x, ENTRY.x) && isNear(box.width, ENTRY.width) && box.y < height / 6;
  const active = accents.find(isEntry);
  return {
    yes: accents.find(isLow),
    close: buttons.find((box) => isLow(box) && isSquare(box)),
    entry: active ?? buttons.find(isEntry),
    isUnderWay: Boolean(active),
    corner: buttons.filter((box) => isNear(box.x, CORNER.x) && isNear(box.width, CORNER.width) && box.y < height / 3),
    ...seen,
  };
}

/** Somebody who plays. */
class Player {
  page;
  accepted = 0; // quests
  heard = 0; // dialogues since then
  cornerSize = 0; // when the chest was touched; 0: it was not
  /** @type {string[]} what was done, for the message when it is too late */
  story = [];
  #askedMs = 0;
  #foughtMs = 0;
  #healedMs = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Point} at @param {string} what */
  async touch(at, what) {
    if (this.story.at(-1) !== what)
      this.story.push(what);
    await tap(this.page, at);
  }

  /** Touches what takes a while to have an effect, unless that is still awaited. @param {Point} at @param {string} what */
  async ask(at, what) {
    const now = performance.now();
    if (now < this.#askedMs + PATIENCE_MS)
      return false;
    this.#askedMs = now;
    await this.touch(at, what);
    return true;
  }

  /** @param {Sight} sight */
  async converse({ yes, close }) {
    if (yes && await this.ask(middle(yes), "took a quest on")) {
      this.accepted++;
      this.heard = 0;
    } else if (!yes && close && await this.ask(middle(close), "listened")) {
      this.heard++;
    }
  }

  /** One touch, and the avatar fights on by itself until nobody attacks it any more. @param {Point} bar */
  async fight({ x, y }) {
    this.#foughtMs = performance.now();
    await this.touch({ x, y: y + BAR_TO_BODY }, "fought");
  }

  /** The chest is the last button in its corner. @param {Sight} sight */
  async goForChest({ corner }) {
    const chest = corner.at(-1);
    if (chest && this.cornerSize === 0 && await this.ask(middle(chest), "went for the chest"))
      this.cornerSize = corner.length;
  }

  /** Whether somebody speaks, and the chest that was sought is no more. @param {Sight} sight */
  isRewarded({ close, corner }) {
    return this.cornerSize > 0 && close !== undefined && corner.length === this.cornerSize - 1;
  }

  /** @param {Sight} sight */
  async act(sight) {
    if (sight.yes || sight.close)
      return this.converse(sight);
    if (sight.isHurt && performance.now() > this.#healedMs + HEAL_MS) {
      this.#healedMs = performance.now();
      await this.touch(HEAL, "healed");
    }
    if (this.accepted === QUESTS && this.heard > 0)
      return this.goForChest(sight); // the last quest is done by the one talk that it leads to
    if (sight.entry && !sight.isUnderWay) {
      const isFighting = performance.now() < this.#foughtMs + FIGHT_MS;
      if (sight.bars.length > 0)
        await this.fight(sight.bars[0]);
      else if (!isFighting && (sight.isHurt || !await this.ask(middle(sight.entry), "went on")))
        await this.touch(STRIKE, "struck");
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
    for (let sight = await look(page); !player.isRewarded(sight); sight = await look(page)) {
      await player.act(sight);
      assert.ok(performance.now() < endMs, `not done in time: ${player.story.join(", ")}`);
      await page.waitForTimeout(STEP_MS);
    }
  },
};
