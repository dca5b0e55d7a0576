/** Renders the film that a browser uses as its camera: a slow pan over a drawing, each frame with its code. */
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { filmLayout, frameCells } from './film-code';

const DRAWING = fileURLToPath(new URL('fixtures/pump-room.svg', import.meta.url));
const CACHE = fileURLToPath(new URL('.cache/films/', import.meta.url));

/** Ten seconds; then the browser loops. */
export const FILM_FRAMES = 300;
const FRAMES_PER_SECOND = 30;
/** The drawing is rendered this much larger than the frame. */
const OVERSIZE = 1.4;
const CHANNELS = 3;

interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function renderDrawing(): Promise<Picture> {
  const { data, info } = await sharp(DRAWING)
    .resize(Math.round(filmLayout.width * OVERSIZE), Math.round(filmLayout.height * OVERSIZE), { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The part of the drawing for a frame: it moves there and back, so that the loop has no jump. */
function cutOut(drawing: Picture, frame: number): Buffer {
  const { width, height } = filmLayout;
  const share = (1 - Math.cos((2 * Math.PI * frame) / FILM_FRAMES)) / 2;
  const left = Math.round(share * (drawing.width - width));
  const top = Math.round(share * (drawing.height - height));
  const pixels = Buffer.alloc(width * height * CHANNELS);
  for (let row = 0; row < height; row += 1) {
    const from = ((top + row) * drawing.width + left) * CHANNELS;
    drawing.data.copy(pixels, row * width * CHANNELS, from, from + width * CHANNELS);
  }
  return pixels;
}

function fill(pixels: Buffer, area: { left: number; top: number; width: number; height: number }, grey: number) {
  for (let row = area.top; row < area.top + area.height; row += 1) {
    const from = (row * filmLayout.width + area.left) * CHANNELS;
    pixels.fill(grey, from, from + area.width * CHANNELS);
  }
}

function drawPattern(pixels: Buffer, cells: readonly boolean[]) {
  const { left, top, cell, columns, rows, margin } = filmLayout;
  const [width, height] = [columns * cell + 2 * margin, rows * cell + 2 * margin];
  fill(pixels, { left: left - margin, top: top - margin, width, height }, 0x60);
  cells.forEach((isWhite, index) => {
    const [x, y] = [left + (index % columns) * cell, top + Math.floor(index / columns) * cell];
    fill(pixels, { left: x, top: y, width: cell, height: cell }, isWhite ? 0xf0 : 0x10);
  });
}

/**
 * The film of a person (0 to 15), rendered once and cached beside the tests.
 * @returns the path of an MJPEG file, 640×480, 30 frames a second
 */
export async function makeFilm(person: number): Promise<string> {
  const path = `${CACHE}${person}.mjpeg`;
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    return path;
  const drawing = await renderDrawing();
  const raw = { width: filmLayout.width, height: filmLayout.height, channels: CHANNELS } as const;
  const frames = await Promise.all(
    Array.from({ length: FILM_FRAMES }, (_, number) => {
      const pixels = cutOut(drawing, number);
      drawPattern(pixels, frameCells({ person, number }));
      return sharp(pixels, { raw }).jpeg({ quality: 85 }).toBuffer();
    }),
  );
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, Buffer.concat(frames));
  await rename(unfinished, path);
  return path;
}

/** Flags for a browser whose camera is this film. Its pages still need the permission. */
export const filmFlags = (path: string) => [
  `--use-fake-device-for-media-stream=fps=${FRAMES_PER_SECOND}`,
  `--use-file-for-fake-video-capture=${path}`,
];
