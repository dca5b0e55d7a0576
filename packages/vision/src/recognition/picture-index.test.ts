import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../random';
import {
  encodeDescription,
  decodeDescription,
  type Description,
  DIMENSIONS,
  SQUARES,
  textureDistance,
} from './description';
import { PictureIndex } from './picture-index';

/** More than are all compared. */
const PRODUCTS = 51_000;
const FAMILIES = 1_000;
const NEAREST = 5;

const random = createRandom(3);
/** About normally distributed, with variance 1. */
const deviate = () => Math.sqrt(12 / 4) * (random() + random() + random() + random() - 2);
const colors = {
  mean: [50, 0, 0],
  deviation: [9, 3, 3],
  palette: Array.from({ length: 4 }, () => ({ lab: [50, 0, 0] as const, share: 0.25 })),
  histogram: new Float32Array(44),
} as const;

const vector = (spread: number, around?: Float32Array) =>
  Float32Array.from({ length: DIMENSIONS }, (_, at) => (around?.[at] ?? 0) + spread * deviate());

/** Parts of a picture that differ from each other as those of one surface do. */
function described(product: Float32Array): Description {
  const textures = new Float32Array(SQUARES * DIMENSIONS);
  for (let square = 0; square < SQUARES; square += 1) {
    const part = vector(0.35, product);
    const length = Math.hypot(...part);
    textures.set(
      part.map((value) => value / length),
      square * DIMENSIONS,
    );
  }
  return { textures, colors };
}

let products: readonly { readonly id: number; readonly pictures: readonly { id: string; description: Uint8Array }[] }[];
let asked: readonly { readonly id: number; readonly description: Description }[];
beforeAll(() => {
  const families = Array.from({ length: FAMILIES }, () => vector(1));
  const surfaces = Array.from({ length: PRODUCTS }, (_, at) => vector(0.5, families[at % FAMILIES]));
  products = surfaces.map((surface, at) => ({
    id: 10 + at,
    pictures: [{ id: `${at}`, description: encodeDescription(described(surface)) }],
  }));
  asked = Array.from({ length: 40 }, (_, at) => {
    const product = (at * 997) % PRODUCTS;
    return { id: 10 + product, description: described(vector(0.3, surfaces[product])) };
  });
}, 60_000);

test('of more than 50,000 pictures the nearest are those that comparing all would find, in at least 95 of 100 answers', () => {
  const index = new PictureIndex(products);
  const exact = new PictureIndex(products, Number.POSITIVE_INFINITY);
  const idsOf = (by: PictureIndex, description: Description) =>
    by.search(description, NEAREST).map(({ productId }) => productId);
  const answers = asked.map(({ description }) => [idsOf(index, description), idsOf(exact, description)] as const);
  const same = answers.filter(([found, all]) => found.join() === all.join());
  expect(same.length).toBeGreaterThanOrEqual(0.95 * asked.length);
  // The questions are no riddles without an answer.
  expect(answers.filter(([, [first]], at) => first === asked[at]?.id).length).toBeGreaterThan(0.8 * asked.length);
}, 60_000);

test('of many pictures, too, only those of allowed products are found', () => {
  const index = new PictureIndex(products);
  const [{ id, description } = { id: 0, description: described(vector(1)) }] = asked;
  const allowed = new Set(products.filter((product) => product.id !== id && product.id % 7 === 0).map((one) => one.id));
  const found = index.search(description, 50, allowed).map(({ productId }) => productId);
  expect(found).toHaveLength(50);
  expect(found.every((one) => allowed.has(one))).toBe(true);
});

test('a texture is as far from a stored picture as from its description, and the nearest product comes first', () => {
  const few = products.slice(0, 300);
  const [{ description } = { description: described(vector(1)) }] = asked;
  const distances = few.map(({ pictures: [picture] }) =>
    textureDistance(description, decodeDescription(picture?.description ?? new Uint8Array())),
  );
  const found = new PictureIndex(few).search(description, few.length);
  for (const { productId, pictures } of found)
    expect(pictures[0]?.texture).toBeCloseTo(distances[productId - 10] ?? -1, 4);
  const order = found.map(({ pictures }) => pictures[0]?.texture ?? 0);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});
