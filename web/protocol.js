// The client's end of the wire protocol `waystream.1`. cloudsvc/stream/protocol.h documents every message byte by byte;
// both are tested on the vectors of tests/data/protocol.json. Pure: bytes in, plain objects out, and back.
//
// A message of an unknown kind reads as null and is skipped. A known one that is shorter or longer than
// its fields say, or has a value outside its limits, is a RangeError.

import { TWO_TO_32, Writer, encodeUtf8, readMessage, within } from "./wire.js";

export const PROTOCOL_NAME = "waystream.1";
export const PROTOCOL_VERSION = 1;
export const POINTERS_MAX = 10;
export const FRACTION_MAX = 65535;
export const CLOSE_CODE_BASE = 4000; // a socket's close code is this plus the bye code
export const TOKEN_SIZE = 16;
export const LANGUAGE_SIZE = 8;
export const TEXT_MAX = 256;
export const CODEC_MAX = 32;
const FRAME_DATA_MAX = 1 << 20;
export const CSS_SIZE_MIN = 16;
export const CSS_SIZE_MAX = 16384;
export const PIXEL_RATIO_256_MIN = 64;
export const PIXEL_RATIO_256_MAX = 4096;
const INSET_MAX = 65535;

export const Kind = /** @type {const} */ ({
  JOIN: 0x01, VIEWPORT: 0x02, POINTER: 0x03, ACKNOWLEDGE: 0x04, KEYFRAME_REQUEST: 0x05, VISIBILITY: 0x06, PING: 0x07,
  HELLO: 0x81, FORMAT: 0x82, FRAME: 0x83, PAUSE: 0x84, RESUME: 0x85, NOTICE: 0x86, PONG: 0x87, STATISTICS: 0x88,
  BYE: 0x89,
});
export const Credential = /** @type {const} */ ({ GUEST: 0, TICKET: 1, RESUME_TOKEN: 2 });
export const Decoder = /** @type {const} */ ({ WEBCODECS: 1, MSE: 2, JPEG: 4 }); // bits
export const Phase = /** @type {const} */ ({ DOWN: 0, MOVE: 1, UP: 2, CANCEL: 3, NEARER: 4, FARTHER: 5 });
const Codec = /** @type {const} */ ({ H264: 1 });
export const Bye = /** @type {const} */ ({
  SHUTDOWN: 1, MALFORMED: 2, TOO_BIG: 3, ORDER: 4, VERSION: 5, CREDENTIAL: 6, FULL: 7, DECODER: 8, TIMEOUT: 9,
  FLOOD: 10, REPLACED: 11, INTERNAL: 12, TEXT: 13,
});
export const PauseReason = /** @type {const} */ ({ HIDDEN: 1, SILENT: 2 });

/** Stages of a frame in the order of their stamps. */
export const STAGES = /** @type {const} */ (
  ["handled", "started", "drawn", "readBack", "converted", "encoded", "sent"]);

/**
 * @typedef {import("./wire.js").Reader} Reader
 *
 * Sizes and insets (top, right, bottom, left) are CSS pixels.
 * @typedef {{ widthCssPx: number, heightCssPx: number, pixelRatio256: number, insetCssPx: number[] }} Viewport
 *
 * A join of another version than ours has no other fields that we know.
 * @typedef {{ kind: 0x01, version: number, decoders: number, credentialKind: number, viewport: Viewport,
 *             language: string, credential: Uint8Array }} Join
 * @typedef {{ kind: 0x01, version: number }} ForeignJoin
 * @typedef {{ kind: 0x02, viewport: Viewport }} ViewportMessage
 * @typedef {{ kind: 0x03, sequence: number, pointer: number, phase: number, x: number, y: number, frame: number,
 *             clientUs: number }} Pointer
 * @typedef {{ kind: 0x04, frame: number, decodeUs: number, presentedUs: number }} Acknowledge
 * @typedef {{ kind: 0x05 }} KeyframeRequest
 * @typedef {{ kind: 0x06, isVisible: boolean }} Visibility
 * @typedef {{ kind: 0x07, pingClientUs: number }} Ping
 * @typedef {Join | ForeignJoin | ViewportMessage | Pointer | Acknowledge | KeyframeRequest | Visibility |
 *           Ping} ClientMessage
 *
 * @typedef {{ kind: 0x81, version: number, frameRate: number, session: number, serverUs: number,
 *             token: Uint8Array }} Hello
 * @typedef {{ kind: 0x82, codec: number, codedWidthPx: number, codedHeightPx: number, visibleWidthPx: number,
 *             visibleHeightPx: number, codecString: string }} Format
 * @typedef {{ kind: 0x83, isKeyframe: boolean, showsInput: boolean, id: number, inputSequence: number,
 *             baseUs: number, stageUs: number[], data: Uint8Array }} Frame
 * @typedef {{ kind: 0x84, reason: number }} Pause
 * @typedef {{ kind: 0x85 }} Resume
 * @typedef {{ kind: 0x86, code: number, text: string }} Notice
 * @typedef {{ kind: 0x87, clientUs: number, serverUs: number }} Pong
 * @typedef {{ kind: 0x88, sentBitsPerS: number, roundTripUs: number, framesSent: number, framesSkipped: number,
 *             targetBitsPerS: number, players: number }} Statistics
 * @typedef {{ kind: 0x89, code: number, text: string }} ByeMessage
 * @typedef {Hello | Format | Frame | Pause | Resume | Notice | Pong | Statistics | ByeMessage} ServerMessage
 */

// ---- client messages --------------------------------------------------------------------------

/** @param {Writer} writer @param {Viewport} viewport */
function writeViewport(writer, viewport) {
  writer.u16(viewport.widthCssPx);
  writer.u16(viewport.heightCssPx);
  writer.u16(viewport.pixelRatio256);
  for (const inset of viewport.insetCssPx)
    writer.u16(inset);
}

/**
 * What a window says of itself, in whole numbers inside the protocol's limits.
 * @param {{ widthCssPx: number, heightCssPx: number, pixelRatio: number, insetCssPx: number[] }} window
 * @returns {Viewport}
 */
export function viewportOf({ widthCssPx, heightCssPx, pixelRatio, insetCssPx }) {
  /** @param {number} value @param {number} min @param {number} max */
  const clamp = (value, min, max) => Math.min(max, Math.max(min, Math.round(value)));
  return {
    widthCssPx: clamp(widthCssPx, CSS_SIZE_MIN, CSS_SIZE_MAX),
    heightCssPx: clamp(heightCssPx, CSS_SIZE_MIN, CSS_SIZE_MAX),
    pixelRatio256: clamp(pixelRatio * 256, PIXEL_RATIO_256_MIN, PIXEL_RATIO_256_MAX),
    insetCssPx: insetCssPx.map((inset) => clamp(inset, 0, INSET_MAX)),
  };
}

/** @param {Join} join */
export function writeJoin(join) {
  const writer = new Writer(Kind.JOIN, 28 + join.credential.length);
  writer.u8(join.version);
  writer.u8(join.decoders);
  writer.u8(join.credentialKind);
  writeViewport(writer, join.viewport);
  writer.bytes(encodeUtf8(join.language, LANGUAGE_SIZE, "language"), LANGUAGE_SIZE);
  writer.u16(join.credential.length);
  writer.bytes(join.credential);
  return writer.done();
}

/** @param {Viewport} viewport */
export function writeViewportMessage(viewport) {
  const writer = new Writer(Kind.VIEWPORT, 15);
  writeViewport(writer, viewport);
  return writer.done();
}

/** @param {Omit<Pointer, "kind">} pointer */
export function writePointer(pointer) {
  const writer = new Writer(Kind.POINTER, 23);
  writer.u32(pointer.sequence);
  writer.u8(pointer.pointer);
  writer.u8(pointer.phase);
  writer.u16(pointer.x);
  writer.u16(pointer.y);
  writer.u32(pointer.frame);
  writer.u64(pointer.clientUs);
  return writer.done();
}

/** @param {Omit<Acknowledge, "kind">} acknowledge */
export function writeAcknowledge(acknowledge) {
  const writer = new Writer(Kind.ACKNOWLEDGE, 17);
  writer.u32(acknowledge.frame);
  writer.u32(acknowledge.decodeUs);
  writer.u64(acknowledge.presentedUs);
  return writer.done();
}

export function writeKeyframeRequest() {
  return new Writer(Kind.KEYFRAME_REQUEST, 1).done();
}

/** @param {boolean} isVisible */
export function writeVisibility(isVisible) {
  const writer = new Writer(Kind.VISIBILITY, 2);
  writer.u8(isVisible ? 1 : 0);
  return writer.done();
}

/** @param {number} clientUs */
export function writePing(clientUs) {
  const writer = new Writer(Kind.PING, 9);
  writer.u64(clientUs);
  return writer.done();
}

// ---- server messages --------------------------------------------------------------------------

/** @param {Reader} reader @returns {Hello} */
function readHello(reader) {
  return {
    kind: Kind.HELLO,
    version: within(reader.u8(), PROTOCOL_VERSION, PROTOCOL_VERSION, "version"),
    frameRate: within(reader.u16(), 1, 65535, "frame rate"),
    session: within(reader.u32(), 1, TWO_TO_32 - 1, "session"),
    serverUs: reader.u64(), token: reader.bytes(TOKEN_SIZE),
  };
}

/** @param {number} sizePx */
function even(sizePx) {
  if (sizePx % 2 !== 0)
    throw new RangeError(`a coded size of ${sizePx} is odd`);
  return sizePx;
}

/** @param {Reader} reader @returns {Format} */
function readFormat(reader) {
  const codec = within(reader.u8(), Codec.H264, Codec.H264, "codec");
  const codedWidthPx = even(reader.u16());
  const codedHeightPx = even(reader.u16());
  const visibleWidthPx = within(reader.u16(), 1, codedWidthPx, "visible width");
  const visibleHeightPx = within(reader.u16(), 1, codedHeightPx, "visible height");
  const codecString = reader.name(within(reader.u8(), 1, CODEC_MAX, "size of the codec string"));
  return { kind: Kind.FORMAT, codec, codedWidthPx, codedHeightPx, visibleWidthPx, visibleHeightPx, codecString };
}

/** @param {Reader} reader @returns {Frame}  its data is a view, not a copy */
function readFrame(reader) {
  const flags = within(reader.u8(), 0, 3, "flags");
  within(reader.u16(), 0, 0, "reserved field");
  const id = reader.u32();
  const inputSequence = reader.u32();
  const size = within(reader.u32(), 1, FRAME_DATA_MAX, "size of the picture");
  const baseUs = reader.u64();
  const stageUs = STAGES.map(() => reader.u32());
  const isKeyframe = (flags & 1) !== 0;
  const showsInput = (flags & 2) !== 0;
  return { kind: Kind.FRAME, isKeyframe, showsInput, id, inputSequence, baseUs, stageUs, data: reader.bytes(size) };
}

/** @param {Reader} reader */
function readCoded(reader) {
  const code = within(reader.u16(), 1, 65535, "code");
  return { code, text: reader.text(within(reader.u16(), 0, TEXT_MAX, "size of the text")) };
}

/** @param {Reader} reader @returns {Statistics} */
function readStatistics(reader) {
  return {
    kind: Kind.STATISTICS, sentBitsPerS: reader.u32(), roundTripUs: reader.u32(), framesSent: reader.u32(),
    framesSkipped: reader.u32(), targetBitsPerS: reader.u32(), players: reader.u32(),
  };
}

/** @type {Record<number, (reader: Reader) => ServerMessage>} */
const SERVER_READERS = {
  [Kind.HELLO]: readHello,
  [Kind.FORMAT]: readFormat,
  [Kind.FRAME]: readFrame,
  [Kind.PAUSE]: (reader) =>
    ({ kind: Kind.PAUSE, reason: within(reader.u8(), PauseReason.HIDDEN, PauseReason.SILENT, "reason") }),
  [Kind.RESUME]: () => ({ kind: Kind.RESUME }),
  [Kind.NOTICE]: (reader) => ({ kind: Kind.NOTICE, ...readCoded(reader) }),
  [Kind.PONG]: (reader) => ({ kind: Kind.PONG, clientUs: reader.u64(), serverUs: reader.u64() }),
  [Kind.STATISTICS]: readStatistics,
  [Kind.BYE]: (reader) => ({ kind: Kind.BYE, ...readCoded(reader) }),
};

/**
 * @param {ArrayBuffer} bytes  one whole WebSocket message
 * @returns {ServerMessage | null}  null for a kind that is not known here
 * @throws {RangeError}  when it is malformed
 */
export function readServer(bytes) {
  return readMessage(bytes, SERVER_READERS);
}
