// The server's end of the wire protocol: reads what web/protocol.js writes and writes what it reads, so that tests can
// play the server. Pure, and as strict as cloudsvc/stream/protocol.c.

import {
  CODEC_MAX, CSS_SIZE_MAX, CSS_SIZE_MIN, Credential, Decoder, Kind, LANGUAGE_SIZE, PIXEL_RATIO_256_MAX,
  PIXEL_RATIO_256_MIN, POINTERS_MAX, PROTOCOL_VERSION, Phase, TEXT_MAX, TOKEN_SIZE,
} from "../../web/protocol.js";
import { TWO_TO_32, Writer, asName, decodeUtf8, encodeUtf8, readMessage, within } from "../../web/wire.js";

const CREDENTIAL_MAX = 512;
const FRAME_HEADER_SIZE = 52;

/**
 * @typedef {import("../../web/wire.js").Reader} Reader
 * @typedef {import("../../web/protocol.js").Viewport} Viewport
 * @typedef {import("../../web/protocol.js").Join} Join
 * @typedef {import("../../web/protocol.js").ForeignJoin} ForeignJoin
 * @typedef {import("../../web/protocol.js").Pointer} Pointer
 * @typedef {import("../../web/protocol.js").ClientMessage} ClientMessage
 * @typedef {import("../../web/protocol.js").Hello} Hello
 * @typedef {import("../../web/protocol.js").Format} Format
 * @typedef {import("../../web/protocol.js").Frame} Frame
 * @typedef {import("../../web/protocol.js").Pause} Pause
 * @typedef {import("../../web/protocol.js").Notice} Notice
 * @typedef {import("../../web/protocol.js").Pong} Pong
 * @typedef {import("../../web/protocol.js").Statistics} Statistics
 * @typedef {import("../../web/protocol.js").ByeMessage} ByeMessage
 * @typedef {import("../../web/protocol.js").ServerMessage} ServerMessage
 */

// ---- client messages --------------------------------------------------------------------------

/** @param {Reader} reader @returns {Viewport} */
function readViewport(reader) {
  return {
    widthCssPx: within(reader.u16(), CSS_SIZE_MIN, CSS_SIZE_MAX, "width"),
    heightCssPx: within(reader.u16(), CSS_SIZE_MIN, CSS_SIZE_MAX, "height"),
    pixelRatio256: within(reader.u16(), PIXEL_RATIO_256_MIN, PIXEL_RATIO_256_MAX, "pixel ratio"),
    insetCssPx: [reader.u16(), reader.u16(), reader.u16(), reader.u16()],
  };
}

/** @param {Reader} reader @returns {Join | ForeignJoin} */
function readJoin(reader) {
  const version = reader.u8();
  if (version !== PROTOCOL_VERSION) {
    reader.skip();
    return { kind: Kind.JOIN, version };
  }
  const decoders = within(reader.u8(), 1, Decoder.WEBCODECS | Decoder.MSE | Decoder.JPEG, "decoders");
  const credentialKind = within(reader.u8(), Credential.GUEST, Credential.RESUME_TOKEN, "credential kind");
  const viewport = readViewport(reader);
  const language = asName(decodeUtf8(reader.bytes(LANGUAGE_SIZE)).replace(/\0+$/, ""));
  const size = checkCredential(credentialKind, reader.u16());
  return { kind: Kind.JOIN, version, decoders, credentialKind, viewport, language, credential: reader.bytes(size) };
}

/** @param {number} kind @param {number} size */
function checkCredential(kind, size) {
  if (kind === Credential.TICKET)
    return within(size, 1, CREDENTIAL_MAX, "size of the ticket");
  const wanted = kind === Credential.GUEST ? 0 : TOKEN_SIZE;
  return within(size, wanted, wanted, "size of the credential");
}

/** @param {Reader} reader @returns {Pointer} */
function readPointer(reader) {
  return {
    kind: Kind.POINTER,
    sequence: within(reader.u32(), 1, TWO_TO_32 - 1, "sequence"),
    pointer: within(reader.u8(), 0, POINTERS_MAX - 1, "pointer"),
    phase: within(reader.u8(), Phase.DOWN, Phase.FARTHER, "phase"),
    x: reader.u16(), y: reader.u16(), frame: reader.u32(), clientUs: reader.u64(),
  };
}

/** @type {Record<number, (reader: Reader) => ClientMessage>} */
const CLIENT_READERS = {
  [Kind.JOIN]: readJoin,
  [Kind.VIEWPORT]: (reader) => ({ kind: Kind.VIEWPORT, viewport: readViewport(reader) }),
  [Kind.POINTER]: readPointer,
  [Kind.ACKNOWLEDGE]: (reader) =>
    ({ kind: Kind.ACKNOWLEDGE, frame: reader.u32(), decodeUs: reader.u32(), presentedUs: reader.u64() }),
  [Kind.KEYFRAME_REQUEST]: () => ({ kind: Kind.KEYFRAME_REQUEST }),
  [Kind.VISIBILITY]: (reader) => ({ kind: Kind.VISIBILITY, isVisible: within(reader.u8(), 0, 1, "visibility") === 1 }),
  [Kind.PING]: (reader) => ({ kind: Kind.PING, pingClientUs: reader.u64() }),
};

/**
 * @param {ArrayBuffer} bytes  one whole WebSocket message
 * @returns {ClientMessage | null}  null for a kind that is not known here
 * @throws {RangeError}  when it is malformed
 */
export function readClient(bytes) {
  return readMessage(bytes, CLIENT_READERS);
}

// ---- server messages --------------------------------------------------------------------------

/** @param {Hello} hello */
function writeHello(hello) {
  const writer = new Writer(Kind.HELLO, 32);
  writer.u8(hello.version);
  writer.u16(hello.frameRate);
  writer.u32(hello.session);
  writer.u64(hello.serverUs);
  writer.bytes(hello.token);
  return writer.done();
}

/** @param {Format} format */
function writeFormat(format) {
  const codecString = encodeUtf8(format.codecString, CODEC_MAX, "codec string");
  const writer = new Writer(Kind.FORMAT, 11 + codecString.length);
  writer.u8(format.codec);
  writer.u16(format.codedWidthPx);
  writer.u16(format.codedHeightPx);
  writer.u16(format.visibleWidthPx);
  writer.u16(format.visibleHeightPx);
  writer.u8(codecString.length);
  writer.bytes(codecString);
  return writer.done();
}

/** @param {Frame} frame */
function writeFrame(frame) {
  const writer = new Writer(Kind.FRAME, FRAME_HEADER_SIZE + frame.data.length);
  writer.u8((frame.isKeyframe ? 1 : 0) | (frame.showsInput ? 2 : 0));
  writer.u16(0);
  writer.u32(frame.id);
  writer.u32(frame.inputSequence);
  writer.u32(frame.data.length);
  writer.u64(frame.baseUs);
  for (const stage of frame.stageUs)
    writer.u32(stage);
  writer.bytes(frame.data);
  return writer.done();
}

/** @param {Notice | ByeMessage} message */
function writeCoded(message) {
  const text = encodeUtf8(message.text, TEXT_MAX, "text");
  const writer = new Writer(message.kind, 5 + text.length);
  writer.u16(message.code);
  writer.u16(text.length);
  writer.bytes(text);
  return writer.done();
}

/** @param {Pause} pause */
function writePause(pause) {
  const writer = new Writer(Kind.PAUSE, 2);
  writer.u8(pause.reason);
  return writer.done();
}

/** @param {Pong} pong */
function writePong(pong) {
  const writer = new Writer(Kind.PONG, 17);
  writer.u64(pong.clientUs);
  writer.u64(pong.serverUs);
  return writer.done();
}

/** @param {Statistics} statistics */
function writeStatistics(statistics) {
  const writer = new Writer(Kind.STATISTICS, 25);
  writer.u32(statistics.sentBitsPerS);
  writer.u32(statistics.roundTripUs);
  writer.u32(statistics.framesSent);
  writer.u32(statistics.framesSkipped);
  writer.u32(statistics.targetBitsPerS);
  writer.u32(statistics.players);
  return writer.done();
}

/** @param {ServerMessage} message */
export function writeServer(message) {
  switch (message.kind) {
    case Kind.HELLO: return writeHello(message);
    case Kind.FORMAT: return writeFormat(message);
    case Kind.FRAME: return writeFrame(message);
    case Kind.PAUSE: return writePause(message);
    case Kind.RESUME: return new Writer(Kind.RESUME, 1).done();
    case Kind.NOTICE: return writeCoded(message);
    case Kind.PONG: return writePong(message);
    case Kind.STATISTICS: return writeStatistics(message);
    case Kind.BYE: return writeCoded(message);
  }
}
