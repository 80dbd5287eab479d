// Little-endian integers and texts in messages, read and written: what cloudsvc/stream/wire.h is to the server. Pure.
//
// Whatever does not fit its bounds is a RangeError.

export const TWO_TO_32 = 2 ** 32;

/** A cursor over little-endian bytes; the DataView throws the RangeError when they run out. */
export class Reader {
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
export class Writer {
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
export function within(value, min, max, name) {
  if (value < min || value > max)
    throw new RangeError(`${name} is ${value}, outside ${min} to ${max}`);
  return value;
}

/** @param {Uint8Array} bytes */
export function decodeUtf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RangeError("a text is not UTF-8");
  }
}

/** @param {string} text */
export function asName(text) {
  if (!/^[!-~]*$/.test(text))
    throw new RangeError("a name has other characters than printable ASCII");
  return text;
}

/** @param {string} text @param {number} sizeMax @param {string} name */
export function encodeUtf8(text, sizeMax, name) {
  const bytes = new TextEncoder().encode(text);
  within(bytes.length, 0, sizeMax, `size of ${name}`);
  return bytes;
}

/**
 * @template Message
 * @param {ArrayBuffer} bytes  one whole message, its kind first
 * @param {Record<number, (reader: Reader) => Message>} readers  by kind
 * @returns {Message | null}  null for a kind that has no reader
 * @throws {RangeError}  when it is malformed
 */
export function readMessage(bytes, readers) {
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
