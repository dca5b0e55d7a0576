/** The size of a picture, by its first bytes. */

/** Frame headers of JPEG (ITU-T T.81, B.1.1.3), without the tables that have numbers among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegPixels(view: DataView): number {
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) break;
    if (isFrame(view.getUint8(at + 1))) return view.getUint16(at + 5) * view.getUint16(at + 7);
  }
  return Number.POSITIVE_INFINITY;
}

/** RFC 9649: lossy (VP8), lossless (VP8L), extended (VP8X). */
function webpPixels(view: DataView): number {
  switch (view.getUint8(15)) {
    case 0x20:
      return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
    case 0x4c: {
      const bits = view.getUint32(21, true);
      return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
    }
    case 0x58:
      return ((view.getUint32(24, true) & 0xffffff) + 1) * ((view.getUint32(26, true) >>> 8) + 1);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Width times height of a JPEG, PNG or WebP; infinite if it does not say. */
export function pixelsIn(picture: Uint8Array): number {
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  try {
    const start = view.getUint16(0);
    if (start === 0xffd8) return jpegPixels(view);
    // PNG (W3C, 11.2.2), RIFF.
    if (start === 0x8950) return view.getUint32(16) * view.getUint32(20);
    return start === 0x5249 ? webpPixels(view) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
