// The page against a server played by the test: what it says, what it shows, and what it survives.

import assert from "node:assert/strict";
import { Bye, Kind, PauseReason, Phase } from "../../web/protocol.js";
import { SCREENS } from "./browser.mjs";
import { CARD_FORMAT, COLOR_CARD } from "./fake_stream.mjs";
import { eventually, pixel, thumbnail } from "./picture.mjs";
import { waitForState } from "./stage.mjs";

/**
 * @typedef {import("./stage.mjs").Stage} Stage
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("../../web/protocol.js").Pointer} Pointer
 * @typedef {import("../../web/protocol.js").ClientMessage} ClientMessage
 */

/** @param {ClientMessage[]} messages @returns {Pointer[]} */
const pointers = (messages) => messages.filter((message) => message.kind === Kind.POINTER);

/** @param {Page} page @returns {Promise<import("../../web/stream-worker.js").Report>} */
const report = (page) => page.evaluate("waystream.report()");

/**
 * A page that plays on a stream of the test's.
 * @param {Stage} stage
 * @param {Parameters<Stage["openPage"]>[1]} [screen]
 */
async function openOnFake(stage, screen = SCREENS.laptop) {
  const front = await stage.fakeFront();
  const page = await stage.openPage(front.url, screen);
  const { stream, join } = await front.next();
  stream.start();
  await waitForState(page, "playing");
  return { front, page, stream, join };
}

/** @type {Record<string, import("./tap.mjs").Test>} */
export const tests = {
  async "a join says what window it is for"(stage) {
    const front = await stage.fakeFront();
    await stage.openPage(front.url, { ...SCREENS.phone, locale: "zh-CN" });
    const { join } = await front.next();
    assert.deepEqual(join.viewport,
      { widthCssPx: 390, heightCssPx: 844, pixelRatio256: 512, insetCssPx: [0, 0, 0, 0] });
    assert.equal(join.language, "zh");
    assert.equal(join.credential.length, 0);
  },

  async "known colours come out of the stream as they went in"(stage) {
    const { page } = await openOnFake(stage);
    const wanted = [[255, 255, 255], [0, 0, 0], [128, 128, 128], [255, 0, 0], [0, 255, 0], [0, 0, 255]];
    for (const [index, rgb] of wanted.entries()) {
      const seen = await pixel(page, 32 * index + 16, 32);
      const off = Math.max(...seen.map((value, component) => Math.abs(value - rgb[component])));
      assert.ok(off <= 14, `${rgb} came out as ${seen}`);
    }
  },

  async "an odd picture is cropped to what is visible"(stage) {
    const { page, stream } = await openOnFake(stage);
    stream.send(/** @type {any} */ ({ ...CARD_FORMAT, visibleWidthPx: 191, visibleHeightPx: 63 }));
    const id = stream.sendCard();
    await stream.hears((all) => all.find((each) => each.kind === Kind.ACKNOWLEDGE && each.frame === id));
    const size = await page.evaluate(() => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (document.getElementById("picture"));
      return [width, height];
    });
    assert.deepEqual(size, [191, 63]);
    assert.ok((await pixel(page, 190, 62))[2] > 230);
  },

  async "frames are acknowledged when they are on screen"(stage) {
    const { stream } = await openOnFake(stage);
    const id = stream.sendCard();
    const acknowledged = await stream.hears((all) =>
      all.find((each) => each.kind === Kind.ACKNOWLEDGE && each.frame === id));
    assert.ok(acknowledged.kind === Kind.ACKNOWLEDGE && acknowledged.decodeUs > 0 && acknowledged.presentedUs > 0);
  },

  async "a click names its place, its time and the frame on screen"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.mouse.click(640, 360);
    const [down, up] = await stream.hears((all) => pointers(all).length >= 2 && pointers(all));
    assert.deepEqual([down.phase, up.phase], [Phase.DOWN, Phase.UP]);
    assert.deepEqual([down.sequence, up.sequence], [1, 2]);
    assert.deepEqual([down.pointer, down.x, down.y, down.frame], [0, 32768, 32768, 1]);
    const nowUs = await page.evaluate(() => 1000 * performance.now());
    assert.ok(down.clientUs < nowUs && down.clientUs > nowUs - 5e6, `${down.clientUs} at ${nowUs}`);
  },

  async "ten fingers are ten contacts and an eleventh is none"(stage) {
    const { page, stream } = await openOnFake(stage, SCREENS.phone);
    const session = await page.context().newCDPSession(page);
    const touchPoints = Array.from({ length: 11 }, (_, id) => ({ id, x: 20 + 30 * id, y: 422 }));
    for (let count = 1; count <= 11; count++)
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: touchPoints.slice(0, count) });
    const downs = await stream.hears((all) => pointers(all).length >= 10 && pointers(all));
    assert.deepEqual(downs.map(({ pointer }) => pointer), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await session.send("Input.dispatchTouchEvent",
      { type: "touchMove", touchPoints: touchPoints.map((point) => ({ ...point, y: point.y + 10 })) });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const all = await stream.hears((messages) =>
      pointers(messages).filter(({ phase }) => phase === Phase.UP).length === 10 && pointers(messages));
    for (const number of Array(10).keys()) {
      const phases = all.filter(({ pointer }) => pointer === number).map(({ phase }) => phase);
      assert.deepEqual(phases, [Phase.DOWN, Phase.MOVE, Phase.UP], `contact ${number}`);
    }
  },

  async "a drag sends at most one move a frame and ends where it ended"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.mouse.move(300, 360);
    await page.mouse.down();
    await page.mouse.move(900, 360, { steps: 40 });
    await page.mouse.up();
    const all = await stream.hears((messages) => pointers(messages).at(-1)?.phase === Phase.UP && pointers(messages));
    assert.ok(all.length >= 4);
    const xs = all.map(({ x }) => x);
    assert.deepEqual(xs, [...xs].sort((a, b) => a - b));
    assert.ok(Math.abs(all[all.length - 1].x - 65535 * 900 / 1280) <= 1);
  },

  async "a wheel is told notch by notch"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.mouse.move(640, 360);
    await page.mouse.wheel(0, -100);
    await page.mouse.wheel(0, 60);
    const all = await stream.hears((messages) => pointers(messages).length >= 3 && pointers(messages));
    assert.deepEqual(all.map(({ phase }) => phase), [Phase.NEARER, Phase.NEARER, Phase.FARTHER]);
    assert.deepEqual([all[0].x, all[0].y], [32768, 32768]);
  },

  async "contacts are cancelled when the window loses focus"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.mouse.move(400, 300);
    await page.mouse.down();
    await page.evaluate(() => dispatchEvent(new Event("blur")));
    await stream.hears((all) => pointers(all).at(-1)?.phase === Phase.CANCEL);
    await page.mouse.up();
    await page.mouse.click(500, 300);
    const all = await stream.hears((messages) => pointers(messages).at(-1)?.phase === Phase.UP && pointers(messages));
    assert.deepEqual(all.map(({ phase }) => phase), [Phase.DOWN, Phase.CANCEL, Phase.DOWN, Phase.UP]);
  },

  async "a contact that is dragged out of the window is cancelled"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.mouse.move(400, 300);
    await page.mouse.down();
    await page.mouse.move(-40, 300);
    await stream.hears((all) => pointers(all).at(-1)?.phase === Phase.CANCEL);
    await page.mouse.up();
  },

  async "a touch beside a letterboxed picture is nobody's"(stage) {
    const { page, stream } = await openOnFake(stage); // the card is three times as wide as high
    await page.mouse.click(640, 20);
    await page.mouse.click(640, 360);
    const [first] = await stream.hears((all) => pointers(all).length >= 2 && pointers(all));
    assert.equal(first.y, 32768);
  },

  async "a window of another size is told once it has settled"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.evaluate(async () => {
      const frame = /** @type {HTMLElement} */ (document.getElementById("picture-frame"));
      for (let width = 1200; width >= 800; width -= 50) {
        frame.style.width = `${width}px`;
        await new Promise(requestAnimationFrame);
      }
    });
    const message = await stream.hears((all) => all.find((each) => each.kind === Kind.VIEWPORT));
    assert.ok(message.kind === Kind.VIEWPORT);
    assert.deepEqual([message.viewport.widthCssPx, message.viewport.heightCssPx], [800, 720]);
    assert.equal(stream.messages.filter(({ kind }) => kind === Kind.VIEWPORT).length, 1);
  },

  async "a lost socket comes back with the newest token"(stage) {
    const { front, page, stream } = await openOnFake(stage);
    stream.greet(7);
    stream.close();
    await waitForState(page, "waiting");
    const { stream: second, join } = await front.next();
    assert.deepEqual([...join.credential], Array(16).fill(7));
    second.start();
    await waitForState(page, "playing");
  },

  async "a page that is reloaded comes back to its seat"(stage) {
    const { front, page } = await openOnFake(stage);
    await page.reload();
    const { join } = await front.next();
    assert.deepEqual([...join.credential], Array(16).fill(1));
  },

  async "a seat that was given up is joined afresh"(stage) {
    const { front, page, stream } = await openOnFake(stage);
    stream.close();
    const { stream: second } = await front.next();
    second.bye(Bye.CREDENTIAL);
    const { stream: third, join } = await front.next();
    assert.equal(join.credential.length, 0);
    third.start();
    await waitForState(page, "playing");
  },

  async "a bye is put into words and a final one offers a way back"(stage) {
    const { front, page, stream } = await openOnFake(stage);
    stream.bye(Bye.REPLACED);
    await waitForState(page, "ended");
    const status = page.locator("#status");
    assert.match(await status.innerText(), /another window/);
    assert.equal(await status.getAttribute("aria-live"), "polite");
    await status.getByRole("button").click();
    const { stream: second } = await front.next();
    second.start();
    await waitForState(page, "playing");
  },

  async "a server that is full is asked again and again"(stage) {
    const front = await stage.fakeFront();
    const page = await stage.openPage(front.url);
    for (let attempt = 0; attempt < 3; attempt++)
      (await front.next()).stream.bye(Bye.FULL);
    await eventually(async () => /full/.test(await page.locator("#status").innerText()), 3000, "the word");
    const { stream } = await front.next();
    stream.start();
    await waitForState(page, "playing");
  },

  async "garbage from the server never crashes the page"(stage) {
    const front = await stage.fakeFront();
    const page = await stage.openPage(front.url);
    const garbage = [
      [], [Kind.FRAME], [Kind.HELLO, 9, 9], [Kind.FORMAT, 1, 0, 0], [Kind.BYE, 0, 0, 0, 0],
      [Kind.NOTICE, 1, 0, 2, 0, 0xc3, 0x28],
      Array.from({ length: 300 }, (_, i) => (Kind.FRAME + 37 * i) % 256),
    ];
    for (const bytes of garbage) {
      const { stream } = await front.next();
      stream.sendBytes(Uint8Array.from(bytes));
      await stream.closed;
      await page.evaluate(() => dispatchEvent(new Event("online"))); // tries again without waiting
    }
    const { stream: text } = await front.next();
    text.sendText("hello");
    const { stream } = await front.next();
    stream.sendBytes(Uint8Array.from([0xee, 1, 2, 3])); // an unknown kind is skipped
    stream.start();
    await waitForState(page, "playing");
  },

  async "a broken picture costs one keyframe and no more"(stage) {
    const { page, stream } = await openOnFake(stage);
    const frame = { kind: Kind.FRAME, isKeyframe: false, showsInput: false, inputSequence: 0, baseUs: 0,
      stageUs: [0, 0, 0, 0, 0, 0, 0], data: new Uint8Array(64).fill(0xff) };
    for (let id = 2; id < 12; id++)
      stream.send(/** @type {any} */ ({ ...frame, id }));
    await stream.hears((all) => all.some(({ kind }) => kind === Kind.KEYFRAME_REQUEST));
    stream.send(/** @type {any} */ (CARD_FORMAT));
    await eventually(async () => {
      stream.sendCard();
      return (await report(page)).measured.framesPresented > 1;
    }, 3000, "the picture");
    assert.ok(stream.messages.filter(({ kind }) => kind === Kind.KEYFRAME_REQUEST).length <= 3);
  },

  async "a browser without H.264 is told so and asks for nothing"(stage) {
    const front = await stage.fakeFront();
    const page = await stage.openPage("about:blank");
    await page.addInitScript(() => {
      VideoDecoder.isConfigSupported = async (config) => ({ config, supported: false });
    });
    await page.goto(front.url);
    await eventually(async () => /no H\.264/.test(await page.locator("#status").innerText()), 3000, "the word");
    assert.equal(await page.evaluate("typeof waystream"), "undefined");
  },

  async "every decoded picture is closed"(stage) {
    const { page, stream } = await openOnFake(stage);
    for (let i = 0; i < 120; i++) {
      stream.sendCard();
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    const { openFrames, measured } = await eventually(async () => {
      const now = await report(page);
      return now.measured.framesReceived === 121 && now.openFrames === 0 && now;
    }, 5000, "the end of all pictures");
    assert.equal(openFrames, 0);
    assert.ok(measured.framesPresented > 20);
  },

  async "a paused stream says so until it is resumed"(stage) {
    const { page, stream } = await openOnFake(stage);
    stream.send({ kind: Kind.PAUSE, reason: PauseReason.SILENT });
    await eventually(async () => /Paused/.test(await page.locator("#status").innerText()), 3000, "the word");
    stream.send({ kind: Kind.RESUME });
    await waitForState(page, "playing");
  },

  async "the page shows the last picture while it reconnects"(stage) {
    const { page, stream } = await openOnFake(stage);
    const before = await thumbnail(page, 12, 4);
    stream.close();
    await waitForState(page, "waiting");
    assert.deepEqual(await thumbnail(page, 12, 4), before);
  },

  async "tab reaches the page's controls and they work by keyboard"(stage) {
    const { page } = await openOnFake(stage);
    const names = [];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("Tab");
      names.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")));
      if (i === 0)
        await page.keyboard.press("Enter"); // opens the menu
    }
    assert.deepEqual(names, ["Menu", "Fullscreen", "Stream figures"]);
    assert.equal(await page.locator("#hud").isVisible(), false);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#hud").isVisible(), true);
    await eventually(async () => /WebCodecs/.test(await page.locator("#hud").innerText()), 3000, "the figures");
  },

  async "the page speaks the browser's language"(stage) {
    const front = await stage.fakeFront();
    const page = await stage.openPage(front.url, { ...SCREENS.phone, locale: "zh-CN" });
    const { stream } = await front.next();
    stream.bye(Bye.REPLACED);
    await waitForState(page, "ended");
    assert.match(await page.locator("#status").innerText(), /另一个窗口/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "zh");
    assert.match(await page.title(), /云游戏/);
    assert.equal(await page.locator("#menu summary").getAttribute("aria-label"), "菜单");
  },

  async "a touch on the picture closes the page's menu"(stage) {
    const { page } = await openOnFake(stage, SCREENS.phone);
    await page.locator("#menu summary").tap();
    assert.equal(await page.locator("#hud-button").isVisible(), true);
    await page.touchscreen.tap(60, 400);
    await eventually(async () => !await page.locator("#hud-button").isVisible(), 2000, "the end of the menu");
  },

  async "a frame that shows a press says how long it took"(stage) {
    const { page, stream } = await openOnFake(stage);
    await page.mouse.click(640, 360);
    await stream.hears((all) => pointers(all).length >= 2);
    assert.equal((await report(page)).measured.tapToPixelMs, null);
    stream.send({
      kind: Kind.FRAME, isKeyframe: true, showsInput: true, id: 2, inputSequence: 2, baseUs: 0,
      stageUs: [0, 0, 0, 0, 0, 0, 0], data: COLOR_CARD,
    });
    const took = await eventually(async () => (await report(page)).measured.tapToPixelMs, 3000, "the time");
    assert.ok(took > 0 && took < 4000);
  },
};
