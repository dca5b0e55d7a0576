import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { decodeIndex, decodeView, encodeIndex, Kernels } from '@earth/vision';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { places } from '../../../../config/places';
import { type OtherView, processView } from './process-view';

const demo = async (name: string) => await readFile(join(places.demo, `${name}.webp`));
const id = '0190a000-0000-7000-8000-0000000000aa';
let kernels: Kernels;
let krater: Buffer;
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('@earth/vision/kernels.wasm');
  kernels = new Kernels(await WebAssembly.compile(await readFile(wasm)));
  krater = await demo('museum-krater');
});

const process = (picture: Uint8Array, mask: Uint8Array | null = null, others: readonly OtherView[] = []) =>
  processView(kernels, { id, picture, mask, others, rivals: [] });
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } });
const unusable = (reason: string) => ({ rating: 0, reason, files: null, rivals: [] });

test('a picture with structure gets a good rating, its file, and its record in an index; the same picture again gets none', async () => {
  const { rating, reason, files } = await process(krater);
  expect({ rating, reason }).toEqual({ rating: 5, reason: null });
  if (!files) throw new Error('No files');
  const view = decodeView(files.evw);
  expect(view.descriptors.count).toBeGreaterThan(1000);
  const [indexed] = decodeIndex(encodeIndex([files.record]));
  const { width, height } = await sharp(view.picture).metadata();
  expect(indexed).toMatchObject({ id, digest: files.digest, width, height });
  expect(Math.max(width, height)).toBe(512);

  const again = await sharp(krater).resize({ width: 700 }).jpeg({ quality: 60 }).toBuffer();
  expect(await process(again, null, [files])).toEqual(unusable('twice'));
});

test('what a mask paints out gives no points, whether the paint is opaque or the mask is black and white', async () => {
  const { width, height } = await sharp(krater).metadata();
  const right = Math.floor(width / 2);
  const paint = await plain(width - right, height, '#29c885')
    .png()
    .toBuffer();
  const layer = await plain(width, height, '#00000000')
    .composite([{ input: paint, left: right, top: 0 }])
    .png()
    .toBuffer();
  const { files } = await process(krater, layer);
  if (!files) throw new Error('No files');
  const { descriptors, mask } = decodeView(files.evw);
  const canonicalWidth = decodeIndex(encodeIndex([files.record]))[0]?.width ?? 0;
  expect(Math.max(...descriptors.x)).toBeLessThan(canonicalWidth / 2 + 8);

  const black = await plain(width - right, height, '#000000')
    .png()
    .toBuffer();
  const drawn = await plain(width, height, '#ffffff')
    .composite([{ input: black, left: right, top: 0 }])
    .removeAlpha()
    .png()
    .toBuffer();
  const same = await process(krater, drawn);
  expect(decodeView(same.files?.evw ?? new Uint8Array()).mask).toEqual(mask);
});

test('what cannot be recognized says why', async () => {
  const png = await plain(400, 300, '#777777').png().toBuffer();
  expect(await process(png)).toEqual(unusable('tooFew'));
  expect(await process(await plain(400, 99, '#777777').png().toBuffer())).toEqual(unusable('tooSmall'));
  expect(await process(krater, await plain(64, 64, '#000000').png().toBuffer())).toEqual(unusable('masked'));
  expect(await process(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual(unusable('unreadable'));
  expect(await process(krater.subarray(0, 20))).toEqual(unusable('unreadable'));
  expect(await process(krater, Buffer.from('no picture'))).toEqual(unusable('unreadable'));
  const huge = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#777777' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(await process(huge)).toEqual(unusable('unreadable'));
});
