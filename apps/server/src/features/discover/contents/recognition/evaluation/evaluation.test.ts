import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ColorImage } from '@earth/vision/recognition';
import { waves } from '@earth/vision/testing/recognition';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { evaluateRecognition } from '.';
import { disturb, disturbances, RefusedError } from './disturb';
import { evaluate, type Outcome } from './evaluate';
import { figuresOf, missOf } from './figures';
import { readPictureFolders } from './picture-folders';

/** Descriptions take seconds of a processor, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-evaluation-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pngOf = ({ width, height, data }: ColorImage) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

async function write(path: string, bytes: Buffer | string) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), bytes);
}

test('prints recall and refused strangers by mode and disturbance, and writes a page of every miss', async () => {
  for (const seed of [1, 2, 3, 4, 5]) await write(`catalogue/Slab ${seed}.png`, await pngOf(waves(seed)));
  await write('catalogue/Slab 6/front.png', await pngOf(waves(6)));
  const photograph = async (of: number) =>
    await sharp(await pngOf(waves(of)))
      .modulate({ brightness: 0.95 })
      .png()
      .toBuffer();
  await write('photographs/slab 2/a.png', await photograph(2));
  // Put into the folder of another product: it must be a miss.
  await write('photographs/Slab 6/<b>.png', await photograph(3));
  await write('photographs/cat/c.png', await photograph(77));
  await write('photographs/cat/d.jpg', 'not a picture');
  await write('photographs/unsorted/e.png', await photograph(1));
  const lines: string[] = [];
  await evaluateRecognition({
    folder: join(folder, 'photographs'),
    catalogue: { folder: join(folder, 'catalogue') },
    page: join(folder, 'page.html'),
    seed: 1,
    print: (line) => lines.push(line),
  });
  expect(lines.slice(0, 4)).toEqual([
    'Catalogue: 6 products. Photographs: 4 in 3 folders.',
    'Folders that name no product, so strangers: cat.',
    '«unsorted» is left out: move its photographs into folders of products.',
    'mode      disturbance  recall@1  recall@5  called a match  strangers refused',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^texture +none +50\.0 % /));
  expect(lines.filter((line) => /^(texture|colour [12]) /.test(line))).toHaveLength(3 * disturbances.length);
  expect(lines.at(-2)).toMatch(/^Not a picture that can be read: .*d\.jpg$/);

  const page = await readFile(join(folder, 'page.html'), 'utf8');
  const [wrong = ''] = /<article><h3>Slab 6\/&lt;b&gt;\.png · none: .*?<\/article>/.exec(page) ?? [];
  expect(wrong).toContain('another product came first');
  expect(wrong).toMatch(/What came.*aria-label="Slab 3: \d+ %".*What was right.*aria-label="Slab 6: /);
  expect(page).not.toMatch(/<b>|src=|href=|https?:/);
  expect(page.match(/data:image\/jpeg/g)?.length).toBeGreaterThan(2);
});

test('a disturbed photograph is another one, and the same with the same seed', async () => {
  const picture = await pngOf(waves(4));
  const [plain, ...disturbed] = await Promise.all(disturbances.map((kind) => disturb(picture, kind, 7)));
  for (const [at, one] of disturbed.entries()) {
    const kind = disturbances[at + 1] ?? 'none';
    expect([kind, one.equals(plain ?? one)]).toEqual([kind, false]);
    expect([kind, one.equals(await disturb(picture, kind, 7))]).toEqual([kind, true]);
    expect([kind, one.equals(await disturb(picture, kind, 8))]).toEqual([kind, false]);
  }
});

test('a photograph that is refused when it is disturbed counts as it is; another error is no refusal', async () => {
  const path = join(folder, 'one.png');
  await writeFile(path, await pngOf(waves(4)));
  const { width } = await sharp(path).metadata();
  const catalogueWith = (error: Error) => ({
    productsCount: 1,
    productOf: () => 1,
    titleOf: String,
    pictureOf: async () => await readFile(path),
    find: async (photograph: Uint8Array) => {
      if ((await sharp(photograph).metadata()).width < width) throw error;
      return [];
    },
  });
  const given = { folders: [{ name: 'a', paths: [path] }], disturbances: ['none', 'crop'], seed: 1 } as const;
  const { outcomes, unreadable } = await evaluate({ ...given, catalogue: catalogueWith(new RefusedError()) });
  expect(new Set(outcomes.map(({ disturbance }) => disturbance))).toEqual(new Set(['none']));
  expect(unreadable).toEqual([]);
  await expect(evaluate({ ...given, catalogue: catalogueWith(new Error('a defect')) })).rejects.toThrow('a defect');
});

test('counts right products among the first, matches, and refused strangers', () => {
  const hit = (productId: number, isMatch: boolean) => ({
    productId,
    pictureId: '',
    distance: 1,
    similarity: 0.5,
    isMatch,
  });
  const outcome = (right: number | null, ...hits: ReturnType<typeof hit>[]): Outcome => ({
    folder: '',
    path: '',
    right,
    disturbance: 'none',
    seed: 1,
    mode: 0,
    hits,
  });
  const outcomes = [
    outcome(1, hit(1, true)),
    outcome(1, hit(1, false)),
    outcome(1, hit(2, true), hit(1, false)),
    outcome(1),
    outcome(null, hit(1, false)),
    outcome(null, hit(1, true)),
    outcome(null),
  ];
  expect(outcomes.map(missOf)).toEqual([null, 'notMatched', 'wrong', 'wrong', null, 'strangerMatched', null]);
  expect(figuresOf(outcomes)).toEqual([
    { mode: 0, disturbance: 'none', first: 0.5, firstFive: 0.75, matched: 0.25, refused: 2 / 3 },
  ]);
});

test('a folder that is missing, or has no pictures, says so', async () => {
  await mkdir(join(folder, 'empty/Slab 1'), { recursive: true });
  await expect(readPictureFolders(join(folder, 'none'))).rejects.toThrow('cannot be read');
  await expect(readPictureFolders(join(folder, 'empty'))).rejects.toThrow('has no pictures');
});
