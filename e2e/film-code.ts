/**
 * Frame code: the number in every frame of a film, as a pattern of large black and white cells. It is read back from what the other
 * side decoded, so that a test can tell which frame of which person's camera is on a screen.
 */

/** The position of the pattern, in pixels of the whole frame. The cells are in row order. */
export interface FilmLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
}

/**
 * The pattern survives a browser's crop of a 4 : 3 camera to 3 : 4 or 16 : 9, and its cells are still ten pixels wide when the
 * encoder scales to a quarter.
 */
export const filmLayout: FilmLayout = {
  width: 640,
  height: 480,
  left: 160,
  top: 282,
  cell: 40,
  columns: 8,
  rows: 3,
  margin: 12,
};

/** A frame of a person's film: `person` 0 to 15, `number` 0 to 1023. */
export interface FrameCode {
  readonly person: number;
  readonly number: number;
}

/** The cells of a frame, true for white: one white, one black, 4 bits of person, 10 of number, 8 of CRC (x⁸+x²+x+1). */
export function frameCells({ person, number }: FrameCode): boolean[] {
  const data = (person << 10) | number;
  let crc = 0;
  const bits: boolean[] = [];
  for (let bit = 13; bit >= 0; bit -= 1) {
    const isOne = ((data >> bit) & 1) === 1;
    bits.push(isOne);
    const feedback = isOne !== crc >= 0x80;
    crc = ((crc << 1) & 0xff) ^ (feedback ? 0x07 : 0);
  }
  for (let bit = 7; bit >= 0; bit -= 1) bits.push(((crc >> bit) & 1) === 1);
  return [true, false, ...bits];
}

/**
 * Runs in the page: the brightness of each cell in the element's whole frame, whatever part of it is visible. Null before there is a
 * picture.
 */
export function readCells(element: Element, layout: FilmLayout): number[] | null {
  const isVideo = element instanceof HTMLVideoElement;
  if (!isVideo && !(element instanceof HTMLImageElement)) return null;
  const width = isVideo ? element.videoWidth : element.naturalWidth;
  const height = isVideo ? element.videoHeight : element.naturalHeight;
  if (width === 0 || height === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = layout.width;
  canvas.height = layout.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  // For another aspect ratio the browser has cropped the camera's frame around its centre.
  const scale = Math.min(layout.width / width, layout.height / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  context.drawImage(
    element,
    (layout.width - drawnWidth) / 2,
    (layout.height - drawnHeight) / 2,
    drawnWidth,
    drawnHeight,
  );
  const half = layout.cell / 2;
  return Array.from({ length: layout.columns * layout.rows }, (_, index) => {
    const x = layout.left + (index % layout.columns) * layout.cell + half / 2;
    const y = layout.top + Math.floor(index / layout.columns) * layout.cell + half / 2;
    const { data } = context.getImageData(x, y, half, half);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
    return sum / ((data.length / 4) * 3);
  });
}

/** The decoded frame; null if the picture is too poor to be sure, or is no frame of a film. */
export function decodeCells(cells: readonly number[]): FrameCode | null {
  const [white = 0, black = 0] = cells;
  if (white - black < 60) return null;
  const bits = cells.map((brightness) => brightness > (white + black) / 2);
  const data = bits.slice(2, 16).reduce((sum, isOne) => sum * 2 + (isOne ? 1 : 0), 0);
  const code = { person: data >> 10, number: data & 0x3ff };
  return frameCells(code).every((cell, index) => cell === bits[index]) ? code : null;
}
