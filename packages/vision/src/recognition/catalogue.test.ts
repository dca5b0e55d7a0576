import { beforeAll, expect, test } from 'vitest';
import { createTestRecognizer, paint, waves } from '../../testing/recognition';
import { DamagedViewError, UnknownFormatError } from '../view-format';
import { calibrate, DEFAULT_CALIBRATION } from './calibration';
import { Catalogue, encodeCatalogue } from './catalogue';
import { decodeDescription, encodeDescription } from './description';
import { simulatePhotograph } from './photograph';
import type { Recognizer } from './recognizer';

let recognizer: Recognizer;
let products: ReturnType<typeof productsOf>;
let whole: Catalogue;
beforeAll(async () => {
  recognizer = await createTestRecognizer();
  products = productsOf(SEEDS);
  whole = catalogueOf(products);
}, 60_000);

const record = (image: Parameters<Recognizer['describe']>[0]) => encodeDescription(recognizer.describe(image));
const photograph = (seed: number, tint = 0) => simulatePhotograph(waves(seed, 256, tint), { seed: 77 + seed });

const productsOf = (seeds: readonly number[]) =>
  seeds.map((seed) => ({
    id: 100 + seed,
    pictures: [{ id: `picture ${seed}`, description: record(waves(seed)), trials: [record(photograph(seed))] }],
  }));

const SEEDS = Array.from({ length: 24 }, (_, at) => at + 1);
const catalogueOf = (listed: ReturnType<typeof productsOf>) =>
  Catalogue.decode(encodeCatalogue({ products: listed, calibration: calibrate(listed) }));

test('finds the product of a photograph in other light, turned and from the side, in every mode', () => {
  for (const mode of [0, 1, 2] as const) {
    const right = SEEDS.filter((seed) => {
      const image = simulatePhotograph(waves(seed), { seed: 1000 + seed, least: 0.85 });
      const [first] = whole.search(recognizer.describe(image), { mode, max: 5 });
      return first?.productId === 100 + seed && first.pictureId === `picture ${seed}`;
    });
    expect(right.length).toBeGreaterThanOrEqual(0.85 * SEEDS.length);
  }
});

test('sorts by distance, with similarities that fall, and calls the first at most a match', () => {
  const results = whole.search(recognizer.describe(photograph(7)), { mode: 2, max: 6 });
  expect(results).toHaveLength(6);
  expect(results).toEqual(results.toSorted((one, other) => one.distance - other.distance));
  expect(results).toEqual(results.toSorted((one, other) => other.similarity - one.similarity));
  expect(results[0]).toMatchObject({ productId: 107, isMatch: true });
  expect(results.slice(1).some(({ isMatch }) => isMatch)).toBe(false);
});

test('searches only among the products that are allowed, also if another is nearer', () => {
  const description = recognizer.describe(photograph(7));
  const others = whole.search(description, { mode: 2, max: 4 }).slice(1);
  const productIds = new Set(others.map(({ productId }) => productId));
  const found = whole.search(description, { mode: 2, max: 3, productIds });
  expect(found.map(({ productId }) => productId)).toEqual(others.map(({ productId }) => productId));
});

test('calls few photographs of strangers a match, and most of its own products', () => {
  const isMatch = (seed: number) =>
    whole.search(recognizer.describe(photograph(seed)), { mode: 2, max: 1 })[0]?.isMatch === true;
  const strangers = Array.from({ length: 20 }, (_, at) => 500 + at);
  expect(strangers.filter(isMatch).length).toBeLessThanOrEqual(2);
  expect(SEEDS.filter(isMatch).length).toBeGreaterThanOrEqual(20);
});

test('tells two colours of one texture apart by colour', () => {
  const products = [0, 45, -45].map((tint, at) => ({
    id: at,
    pictures: [{ id: '', description: record(waves(3, 256, tint)) }],
  }));
  const catalogue = Catalogue.decode(encodeCatalogue({ products, calibration: DEFAULT_CALIBRATION }));
  for (const mode of [1, 2] as const)
    for (const [at, tint] of [0, 45, -45].entries())
      expect(catalogue.search(recognizer.describe(photograph(3, tint)), { mode, max: 1 })[0]?.productId).toBe(at);
});

test.each([
  ['black', [0, 0, 0]],
  ['grey', [128, 128, 128]],
  ['white', [255, 255, 255]],
])('finds nothing like an even %s picture', (_, color) => {
  const image = paint(64, [color, color], () => 0);
  for (const mode of [0, 1, 2] as const) expect(whole.search(recognizer.describe(image), { mode, max: 5 })).toEqual([]);
});

test('finds white stone in bright light, as long as its texture is seen', () => {
  const stone = (seed: number, light: number) => {
    const { width, height, data } = waves(seed);
    return { width, height, data: data.map((value) => light * (225 + value / 8)) };
  };
  const products = [1, 2, 3].map((id) => ({ id, pictures: [{ id: '', description: record(stone(id, 1)) }] }));
  const catalogue = Catalogue.decode(encodeCatalogue({ products, calibration: DEFAULT_CALIBRATION }));
  const description = recognizer.describe(stone(2, 1.06));
  expect(description.colors.mean[0]).toBeGreaterThan(99);
  expect(catalogue.search(description, { mode: 0, max: 1 })[0]?.productId).toBe(2);
});

test('an empty catalogue finds nothing', () => {
  expect(catalogueOf([]).search(recognizer.describe(waves(1)), { mode: 0, max: 5 })).toEqual([]);
});

test('a stored description is as good as a new one, and takes less than 400 bytes', () => {
  const description = recognizer.describe(waves(9));
  const stored = encodeDescription(description);
  expect(stored.length).toBeLessThanOrEqual(400);
  const { textures, colors } = decodeDescription(stored);
  for (const [at, value] of textures.entries()) expect(value).toBeCloseTo(description.textures[at]!, 1);
  for (const [at, value] of colors.mean.entries()) expect(value).toBeCloseTo(description.colors.mean[at]!, 1);
  for (const [at, { share }] of colors.palette.entries())
    expect(share).toBeCloseTo(description.colors.palette[at]!.share, 2);
});

test('an index takes less than 1 kB a product, with pictures that differ of each', () => {
  const id = '0123456789abcdef0123456789abcdef0123';
  const pictures = [1, 1, 1, 1, 2].map((seed, at) => ({ id: `${at}${id.slice(1)}`, description: record(waves(seed)) }));
  const products = Array.from({ length: 20 }, (_, at) => ({ id: at, pictures }));
  const bytes = encodeCatalogue({ products, calibration: DEFAULT_CALIBRATION });
  expect(bytes.length).toBeLessThan(1000 * products.length);
  const [first] = Catalogue.decode(bytes).search(recognizer.describe(waves(2)), { mode: 0, max: 1 });
  expect(first?.pictureId).toBe(`4${id.slice(1)}`);
});

test('a calibration knows the pictures that the index has, and no others', () => {
  const picture = (seed: number) => ({ ...productsOf([seed])[0]!.pictures[0]!, id: `${seed}` });
  const pairs = SEEDS.slice(0, 12).map((seed) => [picture(seed), picture(seed + 50)] as const);
  const first = pairs.map((pictures, id) => ({ id, pictures }));
  // Of three the one that is like the first is not chosen.
  const all = pairs.map(([one, other], id) => ({
    id,
    pictures: [one, { ...other, description: one.description }, other],
  }));
  expect(calibrate(all)).toEqual(calibrate(first));
});

test('a product that another one is as near as is less probable than one that stands alone', () => {
  // The first twelve are there twice, under ids of their own.
  const doubled = products.slice(0, 12).map((product) => ({ ...product, id: 200 + product.id }));
  const catalogue = catalogueOf([...products, ...doubled]);
  const similarities = SEEDS.map((seed) => {
    const image = simulatePhotograph(waves(seed), { seed: 1000 + seed, least: 0.85 });
    return catalogue.search(recognizer.describe(image), { mode: 2, max: 1 })[0]?.similarity ?? 0;
  });
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(similarities.slice(0, 12))).toBeLessThan(0.8 * mean(similarities.slice(12)));
});

test('a picture of any size and shape is described', () => {
  const grey = (width: number, height: number) => ({
    width,
    height,
    data: new Uint8Array(4 * width * height).fill(90),
  });
  for (const image of [grey(1, 1), grey(2000, 3), grey(3, 900)])
    expect(recognizer.describe(image).textures.every(Number.isFinite)).toBe(true);
  expect(() => recognizer.describe({ width: 0, height: 0, data: new Uint8Array(0) })).toThrow(RangeError);
  expect(() => recognizer.describe({ ...grey(2, 2), height: 9 })).toThrow(RangeError);
});

test('refuses records and indexes of another version, and damaged ones', () => {
  const products = productsOf([1]);
  const bytes = encodeCatalogue({ products, calibration: DEFAULT_CALIBRATION });
  const stored = record(waves(1));
  for (const cut of [0, 3, 5, 60, bytes.length - 1])
    expect(() => Catalogue.decode(bytes.subarray(0, cut))).toThrow(DamagedViewError);
  expect(() => decodeDescription(stored.subarray(1))).toThrow(DamagedViewError);
  expect(() => decodeDescription(stored.subarray(0, 300))).toThrow(DamagedViewError);
  bytes[0] = 0;
  stored[0] = 0;
  expect(() => Catalogue.decode(bytes)).toThrow(UnknownFormatError);
  expect(() => decodeDescription(stored)).toThrow(UnknownFormatError);
});
