/** Reads the size of a compressed picture from its header, without decoding it. */

interface Size {
  readonly width: number;
  readonly height: number;
}

type Reader = (bytes: Buffer) => Size | null;

/** ISO/IEC 15948, 11.2.2. */
const png: Reader = (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });

/** Khronos KTX 2.0, 3: the header after the identifier. */
const ktx2: Reader = (bytes) => ({ width: bytes.readUInt32LE(20), height: Math.max(1, bytes.readUInt32LE(24)) });

/** ISO/IEC 10918-1, B.2.2: the first frame header. */
function jpeg(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xff_c0) return null;
    const isFrame = marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}

/** RFC 9649, 2.5 to 2.7. */
function webp(bytes: Buffer): Size | null {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3f_ff, height: bytes.readUInt16LE(28) & 0x3f_ff };
  if (form !== 'VP8L') return null;
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3f_ff), height: 1 + ((packed >>> 14) & 0x3f_ff) };
}

const HEADER_BYTES = 30;

function readerOf(begin: string): Reader | null {
  if (begin.startsWith('\x89PNG')) return png;
  if (begin.startsWith('\xff\xd8\xff')) return jpeg;
  if (begin.startsWith('\xabKTX 20\xbb')) return ktx2;
  return begin.startsWith('RIFF') && begin.startsWith('WEBP', 8) ? webp : null;
}

/** Of a PNG, JPEG, WebP or KTX 2 file; null if it is none of them, or cut off. */
export function pictureSize(bytes: Buffer): Size | null {
  if (bytes.length < HEADER_BYTES) return null;
  return readerOf(bytes.toString('latin1', 0, HEADER_BYTES))?.(bytes) ?? null;
}
