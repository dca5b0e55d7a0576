/**
 * Packed frames: video has no transparency, so a frame has the colours on its left half, black where the background was, and the
 * mask on its right half (decision 0114).
 */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a frame before it is packed, with every camera: `isPacked` would not know two upright frames side by side. */
export const AR_FRAME = { width: 640, height: 480 } as const satisfies Size;
/** Packed frames are 2.67 times as wide as high. No camera's picture is that wide. */
const PACKED_RATIO = 2.2;

/** The middle of a camera's picture in the shape of a frame, in whole pixels. */
export function middleOf({ width, height }: Size) {
  const scale = Math.min(width / AR_FRAME.width, height / AR_FRAME.height);
  const middle = { width: Math.round(scale * AR_FRAME.width), height: Math.round(scale * AR_FRAME.height) };
  return { left: Math.floor((width - middle.width) / 2), top: Math.floor((height - middle.height) / 2), ...middle };
}

/** Whether a video shows packed frames: they arrive before or after the message that announces them. */
export const isPacked = ({ width, height }: Size): boolean => width > PACKED_RATIO * height;

/**
 * Packs a frame.
 * @param rgba of the frame
 * @param alpha of each pixel; null: nothing is in front of the background
 * @returns RGBA, twice as wide, opaque
 */
export function packFrame(
  { width, height }: Size,
  rgba: Uint8ClampedArray,
  alpha: Uint8Array | null,
): Uint8ClampedArray<ArrayBuffer> {
  const packed = new Uint8ClampedArray(width * height * 8);
  const words = new Uint32Array(packed.buffer);
  // Opaque black, in the byte order of every browser's machine (little endian).
  words.fill(0xff000000);
  if (!alpha) return packed;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0, to = 2 * y * width; x < width; x += 1, to += 1, at += 1) {
      const share = alpha[at] ?? 0;
      if (share === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        packed[4 * to + channel] = ((rgba[4 * at + channel] ?? 0) * share) / 255;
        packed[4 * (to + width) + channel] = share;
      }
    }
  return packed;
}
