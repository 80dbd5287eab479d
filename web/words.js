// The page's own words, in every language that it speaks. The game's are in its picture.

import { Bye } from "./protocol.js";

const ENGLISH = {
  lang: "en",
  title: "Waystream",
  picture: "The game: touch the ground to walk there, touch people to talk to them",
  menu: "Menu",
  fullscreen: "Fullscreen",
  figures: "Stream figures",
  connecting: "Connecting…",
  reconnecting: "Reconnecting…",
  notConnected: "Not connected",
  paused: "Paused",
  late: "The picture does not arrive in time.",
  waiting: "Waiting…",
  quiet: "Nothing arrives from the server.",
  firstPicture: "Waiting for the first picture.",
  tryAgain: "Try again",
  tryNow: "Try now",
  /** @param {number} seconds */
  nextTry: (seconds) => ` Next try in ${seconds} s.`,
  cannotPlay: "Cannot play here",
  failed: "The page has failed. Reload it.",
  insecure: "Browsers decode the stream only on https:// addresses and on this machine's own (http://localhost).",
  noWebCodecs: "This browser cannot decode the stream: it has no WebCodecs. Newer ones have them.",
  noH264: "This browser cannot decode the stream: it has no H.264.",
  lost: "The connection was lost.",
  /** @param {number} code */
  ended: (code) => `The server ended the game (${code}).`,
  /** Why a session ended, said to the one who played. @type {Record<number, string>} */
  byes: {
    [Bye.SHUTDOWN]: "The server is restarting.",
    [Bye.MALFORMED]: "The server did not understand this page.",
    [Bye.TOO_BIG]: "The server did not understand this page.",
    [Bye.ORDER]: "The server did not understand this page.",
    [Bye.VERSION]: "This page is out of date. Reload it.",
    [Bye.CREDENTIAL]: "Your place was given up.",
    [Bye.FULL]: "The server is full.",
    [Bye.DECODER]: "The server has no picture that this browser can show.",
    [Bye.TIMEOUT]: "The connection was silent for too long.",
    [Bye.FLOOD]: "Too many touches at once.",
    [Bye.REPLACED]: "You are playing in another window.",
    [Bye.INTERNAL]: "The server could not make the picture.",
    [Bye.TEXT]: "The server did not understand this page.",
  },
};

/** @typedef {typeof ENGLISH} Words */

/** @type {Words} */
const CHINESE = {
  lang: "zh",
  title: "Waystream 云游戏",
  picture: "游戏画面：点地面走过去，点人物与他们交谈",
  menu: "菜单",
  fullscreen: "全屏",
  figures: "串流数据",
  connecting: "正在连接…",
  reconnecting: "正在重新连接…",
  notConnected: "未连接",
  paused: "已暂停",
  late: "画面没有及时到达。",
  waiting: "请稍候…",
  quiet: "没有收到服务器的数据。",
  firstPicture: "正在等待第一幅画面。",
  tryAgain: "重试",
  tryNow: "立即重试",
  nextTry: (seconds) => ` ${seconds} 秒后重试。`,
  cannotPlay: "无法在此游玩",
  failed: "页面出错了，请重新加载。",
  insecure: "浏览器只在 https:// 地址或本机地址（http://localhost）上解码视频流。",
  noWebCodecs: "此浏览器没有 WebCodecs，无法解码视频流。请使用较新的浏览器。",
  noH264: "此浏览器没有 H.264，无法解码视频流。",
  lost: "连接中断了。",
  ended: (code) => `服务器结束了游戏（${code}）。`,
  byes: {
    [Bye.SHUTDOWN]: "服务器正在重启。",
    [Bye.MALFORMED]: "服务器无法理解此页面。",
    [Bye.TOO_BIG]: "服务器无法理解此页面。",
    [Bye.ORDER]: "服务器无法理解此页面。",
    [Bye.VERSION]: "页面版本已过期，请重新加载。",
    [Bye.CREDENTIAL]: "你的位置已被释放。",
    [Bye.FULL]: "服务器已满。",
    [Bye.DECODER]: "服务器没有此浏览器能显示的画面。",
    [Bye.TIMEOUT]: "连接太久没有响应。",
    [Bye.FLOOD]: "同时的触摸太多了。",
    [Bye.REPLACED]: "你正在另一个窗口中游玩。",
    [Bye.INTERNAL]: "服务器无法生成画面。",
    [Bye.TEXT]: "服务器无法理解此页面。",
  },
};

/** @param {string} language  a tag as in `navigator.language`; English unless it is known */
export function wordsOf(language) {
  return /^zh\b/i.test(language) ? CHINESE : ENGLISH;
}
