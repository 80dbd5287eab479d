// The wire protocol `waystream.1`, the mirror of cloudsvc/stream/protocol.h, which documents every message byte
// by byte. Pure: bytes in, plain objects out, and back. Both are tested on the vectors of tests/data/protocol.json.
//
// A message of an unknown kind reads as null and is skipped. A known one that is shorter or longer than
// its fields say, or has a value outside its limits, is a RangeError.

export const PROTOCOL_NAME = "waystream.1";
export const PROTOCOL_VERSION = 1;
export const FRAME_HEADER_SIZE = 52;
export const POINTERS_MAX = 10;
export const FRACTION_MAX = 65535;
export const CLOSE_CODE_BASE = 4000; // a socket's close code is this plus the bye code

const CREDENTIAL_MAX = 512;
const TOKEN_SIZE = 16;
const LANGUAGE_SIZE = 8;
const TEXT_MAX = 256;
const CODEC_MAX = 32;
const FRAME_DATA_MAX = 1 << 20;
const CSS_SIZE_MIN = 16;
const CSS_SIZE_MAX = 16384;
const PIXEL_RATIO_256_MIN = 64;
const PIXEL_RATIO_256_MAX = 4096;
const INSET_MAX = 65535;
const TWO_TO_32 = 2 ** 32;

export const Kind = /** @type {const} */ ({
  JOIN: 0x01, VIEWPORT: 0x02, POINTER: 0x03, ACKNOWLEDGE: 0x04, KEYFRAME_REQUEST: 0x05, VISIBILITY: 0x06, PING: 0x07,
  HELLO: 0x81, FORMAT: 0x82, FRAME: 0x83, PAUSE: 0x84, RESUME: 0x85, NOTICE: 0x86, PONG: 0x87, STATISTICS: 0x88,
  BYE: 0x89,
});
export const Credential = /** @type {const} */ ({ GUEST: 0, TICKET: 1, RESUME_TOKEN: 2 });
export const Decoder = /** @type {const} */ ({ WEBCODECS: 1, MSE: 2, JPEG: 4 }); // bits
export const Phase = /** @type {const} */ ({ DOWN: 0, MOVE: 1, UP: 2, CANCEL: 3 });
export const Codec = /** @type {const} */ ({ H264: 1 });
export const Bye = /** @type {const} */ ({
  SHUTDOWN: 1, MALFORMED: 2, TOO_BIG: 3, ORDER: 4, VERSION: 5, CREDENTIAL: 6, FULL: 7, DECODER: 8, TIMEOUT: 9,
  FLOOD: 10, REPLACED: 11, INTERNAL: 12, TEXT: 13,
});
export const PauseReason = /** @type {const} */ ({ HIDDEN: 1, SILENT: 2 });

/** Stages of a frame in the order of their stamps. */
export const STAGES = /** @type {const} */ (
  ["handled", "started", "drawn", "readBack", "converted", "encoded", "sent"]);

/**
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

/** A cursor over little-endian bytes; the DataView throws the RangeError when they run out. */
class Reader {
  /** @param {ArrayBuffer} message */
  constructor(message) {
    this.view = new DataView(message);
    this.offset = 1; // behind the kind
  }

  u8() {
    return this.view.getUint8(this.offset++);
  }

  u16() {
    this.offset += 2;
    return this.view.getUint16(this.offset - 2, true);
  }

  u32() {
    this.offset += 4;
    return this.view.getUint32(this.offset - 4, true);
  }

  /** Exact below 2^53: microseconds of 285 years. */
  u64() {
    const low = this.u32();
    return this.u32() * TWO_TO_32 + low;
  }

  /** @param {number} size @returns {Uint8Array}  a view, not a copy */
  bytes(size) {
    if (this.offset + size > this.view.byteLength)
      throw new RangeError("the message ends early");
    this.offset += size;
    return new Uint8Array(this.view.buffer, this.offset - size, size);
  }

  /** @param {number} size */
  text(size) {
    const text = decodeUtf8(this.bytes(size));
    if (text.includes("\0"))
      throw new RangeError("a text has a NUL");
    return text;
  }

  /** A name: printable ASCII without spaces. @param {number} size */
  name(size) {
    return asName(decodeUtf8(this.bytes(size)));
  }

  /** The rest means nothing here. */
  skip() {
    this.offset = this.view.byteLength;
  }

  end() {
    if (this.offset !== this.view.byteLength)
      throw new RangeError("the message goes on after its end");
  }
}

/** The counterpart of Reader; `view` grows to the size asked for at the start. */
class Writer {
  /** @param {number} kind @param {number} size */
  constructor(kind, size) {
    this.view = new DataView(new ArrayBuffer(size));
    this.view.setUint8(0, kind);
    this.offset = 1;
  }

  /** @param {number} value */
  u8(value) {
    this.view.setUint8(this.offset++, value);
  }

  /** @param {number} value */
  u16(value) {
    this.view.setUint16(this.offset, value, true);
    this.offset += 2;
  }

  /** @param {number} value */
  u32(value) {
    this.view.setUint32(this.offset, value, true);
    this.offset += 4;
  }

  /** @param {number} value */
  u64(value) {
    this.u32(value % TWO_TO_32);
    this.u32(Math.floor(value / TWO_TO_32));
  }

  /** @param {Uint8Array} bytes @param {number} [size]  room; the rest stays zero */
  bytes(bytes, size = bytes.length) {
    new Uint8Array(this.view.buffer).set(bytes, this.offset);
    this.offset += size;
  }

  done() {
    return new Uint8Array(this.view.buffer);
  }
}

/**
 * @param {number} value @param {number} min @param {number} max @param {string} name
 * @returns {number} value
 */
function within(value, min, max, name) {
  if (value < min || value > max)
    throw new RangeError(`${name} is ${value}, outside ${min} to ${max}`);
  return value;
}

/** @param {Uint8Array} bytes */
function decodeUtf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RangeError("a text is not UTF-8");
  }
}

/** @param {string} text */
function asName(text) {
  if (!/^[!-~]*$/.test(text))
    throw new RangeError("a name has other characters than printable ASCII");
  return text;
}

/** @param {string} text @param {number} sizeMax @param {string} name */
function encodeUtf8(text, sizeMax, name) {
  const bytes = new TextEncoder().encode(text);
  within(bytes.length, 0, sizeMax, `size of ${name}`);
  return bytes;
}

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

/** @param {Join} join */
export function writeJoin(join) {
  asName(join.language);
  const size = checkCredential(join.credentialKind, join.credential.length);
  const writer = new Writer(Kind.JOIN, 28 + size);
  writer.u8(join.version);
  writer.u8(join.decoders);
  writer.u8(join.credentialKind);
  writeViewport(writer, join.viewport);
  writer.bytes(encodeUtf8(join.language, LANGUAGE_SIZE, "language"), LANGUAGE_SIZE);
  writer.u16(size);
  writer.bytes(join.credential);
  return writer.done();
}

/** @param {ForeignJoin} join */
function writeForeignJoin(join) {
  const writer = new Writer(Kind.JOIN, 2);
  writer.u8(join.version);
  return writer.done();
}

/** @param {Viewport} viewport */
export function writeViewportMessage(viewport) {
  const writer = new Writer(Kind.VIEWPORT, 15);
  writeViewport(writer, viewport);
  return writer.done();
}

/** @param {Reader} reader @returns {Pointer} */
function readPointer(reader) {
  return {
    kind: Kind.POINTER,
    sequence: within(reader.u32(), 1, TWO_TO_32 - 1, "sequence"),
    pointer: within(reader.u8(), 0, POINTERS_MAX - 1, "pointer"),
    phase: within(reader.u8(), Phase.DOWN, Phase.CANCEL, "phase"),
    x: reader.u16(), y: reader.u16(), frame: reader.u32(), clientUs: reader.u64(),
  };
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

/** @param {ClientMessage} message */
export function writeClient(message) {
  switch (message.kind) {
    case Kind.JOIN: return "decoders" in message ? writeJoin(message) : writeForeignJoin(message);
    case Kind.VIEWPORT: return writeViewportMessage(message.viewport);
    case Kind.POINTER: return writePointer(message);
    case Kind.ACKNOWLEDGE: return writeAcknowledge(message);
    case Kind.KEYFRAME_REQUEST: return writeKeyframeRequest();
    case Kind.VISIBILITY: return writeVisibility(message.isVisible);
    case Kind.PING: return writePing(message.pingClientUs);
  }
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

/** @param {Reader} reader */
function readCoded(reader) {
  const code = within(reader.u16(), 1, 65535, "code");
  return { code, text: reader.text(within(reader.u16(), 0, TEXT_MAX, "size of the text")) };
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

/** @param {Reader} reader @returns {Statistics} */
function readStatistics(reader) {
  return {
    kind: Kind.STATISTICS, sentBitsPerS: reader.u32(), roundTripUs: reader.u32(), framesSent: reader.u32(),
    framesSkipped: reader.u32(), targetBitsPerS: reader.u32(), players: reader.u32(),
  };
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

// ---- both -------------------------------------------------------------------------------------

/**
 * @template Message
 * @param {ArrayBuffer} bytes @param {Record<number, (reader: Reader) => Message>} readers
 * @returns {Message | null}
 */
function read(bytes, readers) {
  if (bytes.byteLength === 0)
    throw new RangeError("the message is empty");
  const readFields = readers[new Uint8Array(bytes)[0]];
  if (!readFields)
    return null;
  const reader = new Reader(bytes);
  const message = readFields(reader);
  reader.end();
  return message;
}

/**
 * @param {ArrayBuffer} bytes  one whole WebSocket message
 * @returns {ServerMessage | null}  null for a kind that is not known here
 * @throws {RangeError}  when it is malformed
 */
export function readServer(bytes) {
  return read(bytes, SERVER_READERS);
}

/**
 * @param {ArrayBuffer} bytes
 * @returns {ClientMessage | null}
 * @throws {RangeError}
 */
export function readClient(bytes) {
  return read(bytes, CLIENT_READERS);
}
