/** Recognition of tiles and slabs from photographs: see README.md. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  calibrate,
  type CalibrationProduct,
  Catalogue,
  type ColorImage,
  type Description,
  encodeCatalogue,
  encodeDescription,
  Recognizer,
  type RecognitionMode,
  simulatePhotograph,
} from '@earth/vision/recognition';
import { createRandom } from '@earth/vision/random';
import sharp from 'sharp';
import { type Figure, median, quantileOf } from './figures';
import { histogramDistance, histogramOf } from './recognition/histogram';
import { rankByLite0 } from './recognition/lite0';
import { measureDescriptions } from './vision/browser';
import { loadSlabs, paintSlab, type Slab, SLAB_SIDE } from './recognition/slabs';

const FEW = 500;
const MANY = 5_000;
/** Photographs that are searched among many to measure the time. */
const SEARCHES = 50;
/** Every so many products of the catalogue have a photograph to calibrate by. */
const TRIAL_STEP_FEW = 2;
const TRIAL_STEP_MANY = 50;
/** Share of the textures of which no product is in the catalogue. */
const WITHHELD = 0.1;
/** Side of a product's picture, and where the photographed part begins: the two overlap a little. */
const PICTURE = 313;
const PHOTOGRAPH_FROM = 80;
/** Side of the photographed part in relation to what lies behind `PHOTOGRAPH_FROM`: 0.8 to 1.2 times a picture. */
const LEAST = (0.8 * PICTURE) / (SLAB_SIDE - PHOTOGRAPH_FROM);
const MOST = (1.2 * PICTURE) / (SLAB_SIDE - PHOTOGRAPH_FROM);
const OTHERS_SIDE = 160;
const FIRST = 5;
const TRUE_ACCEPTS = 0.9;
const MODES: readonly { readonly mode: RecognitionMode; readonly name: string }[] = [
  { mode: 0, name: 'texture' },
  { mode: 1, name: 'colour 1' },
  { mode: 2, name: 'colour 2' },
];

interface Product {
  readonly id: number;
  readonly texture: string;
  readonly picture: ColorImage;
  readonly photograph: ColorImage;
}

const asset = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)));
const createRecognizer = () =>
  Recognizer.load(asset('@earth/vision/recognition-net.bin'), asset('@earth/vision/recognition.wasm'));

function part({ width, data }: ColorImage, from: number, side: number): ColorImage {
  const pixels = new Uint8ClampedArray(4 * side * side);
  for (let row = 0; row < side; row += 1) {
    const start = 4 * ((from + row) * width + from);
    pixels.set(data.subarray(start, start + 4 * side), 4 * side * row);
  }
  return { width: side, height: side, data: pixels };
}

/** Variants of a slab in other colours: lighter or darker, and with a tint of 10 or 20 in a and b of Lab. */
function variantOf({ width, height, data }: ColorImage, variant: number, random: () => number): ColorImage {
  if (variant === 0) return { width, height, data };
  const contrast = 0.8 + 0.3 * random();
  const lighter = (random() < 0.5 ? -1 : 1) * (14 + 20 * random());
  const turn = 2 * Math.PI * random();
  const [a, b] = [10 * variant * Math.cos(turn), 10 * variant * Math.sin(turn)];
  // About what a and b are in sRGB at a middle grey.
  const tint = [1.35 * a + 0.4 * b, -0.7 * a - 0.05 * b, 0.15 * a - 1.75 * b];
  return {
    width,
    height,
    data: data.map((value, at) =>
      at % 4 === 3 ? 255 : 128 + (value - 128) * contrast + lighter + (tint[at % 4] ?? 0),
    ),
  };
}

async function compressed(image: ColorImage): Promise<ColorImage> {
  const { width, height, data } = image;
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 75 })
    .toBuffer();
  return { width, height, data: new Uint8ClampedArray(await sharp(jpeg).ensureAlpha().raw().toBuffer()) };
}

/** Products of slabs: of stones at the nearer scale three variants, of the others two. */
async function productsOf(slabs: readonly Slab[], count: number): Promise<readonly Product[]> {
  const products: Product[] = [];
  for (const [at, slab] of slabs.entries()) {
    const variants = at % 2 === 0 ? 3 : 2;
    for (let variant = 0; variant < variants && products.length < count; variant += 1) {
      const id = products.length;
      const random = createRandom(1_000 + id);
      const image = variantOf(slab.image, variant, random);
      const behind = part(image, PHOTOGRAPH_FROM, SLAB_SIDE - PHOTOGRAPH_FROM);
      const photograph = await compressed(simulatePhotograph(behind, { seed: 5_000 + id, least: LEAST, most: MOST }));
      products.push({ id, texture: slab.texture, picture: part(image, 0, PICTURE), photograph });
    }
  }
  return products;
}

interface Question {
  readonly id: number;
  readonly description: Description;
}

interface Run {
  readonly known: readonly Question[];
  readonly strangers: readonly Question[];
  readonly catalogue: Catalogue;
}

const share = (values: readonly unknown[], of: readonly unknown[]) => (100 * values.length) / Math.max(1, of.length);

function recallFigures(run: Run, size: number): readonly Figure[] {
  return MODES.flatMap(({ mode, name }): readonly Figure[] => {
    const search = ({ description }: Question) => run.catalogue.search(description, { mode, max: FIRST });
    const answers = run.known.map((question) => ({ question, results: search(question) }));
    const right = answers.filter(({ question, results }) => results[0]?.productId === question.id);
    const near = answers.filter(({ question, results }) => results.some(({ productId }) => productId === question.id));
    const strangers = run.strangers.map((question) => search(question)[0]);
    const accepted = strangers.filter((first) => first?.isMatch);
    const similarities = right.map(({ results }) => results[0]?.similarity ?? 0);
    const threshold = quantileOf(similarities, 1 - TRUE_ACCEPTS);
    const atShare = strangers.filter((first) => (first?.similarity ?? 0) >= threshold);
    const wrong = answers.filter(
      ({ question, results }) => results[0]?.isMatch && results[0].productId !== question.id,
    );
    // The goals are those of the mode that tells variants in colour apart.
    const isGoal = mode === 2;
    const label = `of ${size.toLocaleString('en')}, ${name}`;
    return [
      {
        what: `recall@1 ${label}`,
        unit: '%',
        values: [share(right, answers)],
        ...(isGoal && size === FEW && { least: 90 }),
      },
      {
        what: `recall@5 ${label}`,
        unit: '%',
        values: [share(near, answers)],
        ...(isGoal && size === FEW && { least: 99 }),
      },
      {
        what: `called a match and right ${label}`,
        unit: '%',
        values: [
          share(
            right.filter(({ results }) => results[0]?.isMatch),
            answers,
          ),
        ],
      },
      { what: `called a match and wrong ${label}`, unit: '%', values: [share(wrong, answers)] },
      { what: `strangers called a match ${label}`, unit: '%', values: [share(accepted, strangers)] },
      {
        what: `strangers at 90 % true accepts ${label}`,
        unit: '%',
        values: [share(atShare, strangers)],
        ...(isGoal && size === FEW && { goal: 5 }),
      },
    ];
  });
}

const recallOf = (ranks: readonly number[], name: string): readonly Figure[] =>
  [1, FIRST].map((count) => ({
    what: `recall@${count} of ${ranks.length}, ${name}`,
    unit: '%',
    values: [
      share(
        ranks.filter((rank) => rank < count),
        ranks,
      ),
    ],
  }));

/** The plain colour histogram, and a general net, on the same pictures. */
async function referenceFigures(products: readonly Product[]): Promise<readonly Figure[]> {
  const gallery = products.map(({ picture }) => histogramOf(picture));
  const ranks = products.map(({ photograph }, own) => {
    const histogram = histogramOf(photograph);
    const distances = gallery.map((other) => histogramDistance(histogram, other));
    return distances.filter((distance) => distance < (distances[own] ?? 0)).length;
  });
  const lite0 = await rankByLite0(
    products.map(({ picture }) => picture),
    products.map(({ photograph }) => photograph),
  );
  return [
    ...recallOf(ranks, 'Lab histogram'),
    ...(lite0
      ? [
          ...recallOf(lite0.ranks, 'EfficientNet-lite0'),
          { what: 'a description, EfficientNet-lite0 in onnxruntime', unit: 'ms', values: lite0.times } as const,
        ]
      : []),
  ];
}

const timed = <Result>(work: () => Result, times: number[]): Result => {
  const start = performance.now();
  const result = work();
  times.push(performance.now() - start);
  return result;
};

interface Asked {
  readonly known: readonly Product[];
  readonly run: Omit<Run, 'catalogue'>;
  readonly products: CalibrationProduct[];
  /** Describes a product's picture, and a photograph to calibrate by. */
  readonly entryOf: (id: number, picture: ColorImage, hasTrial: boolean) => CalibrationProduct;
  /** Milliseconds of the descriptions so far. */
  readonly describing: readonly number[];
}

/** The few products, and the photographs that are asked, described. */
async function prepare(): Promise<Asked> {
  const recognizer = await createRecognizer();
  const { source, slabs } = await loadSlabs();
  const textures = [...new Set(slabs.map(({ texture }) => texture))];
  const withheld = new Set(textures.filter((_, at) => at % Math.round(1 / WITHHELD) === 3));
  const known = await productsOf(
    slabs.filter(({ texture }) => !withheld.has(texture)),
    FEW,
  );
  const strangers = await productsOf(
    slabs.filter(({ texture }) => withheld.has(texture)),
    Number.POSITIVE_INFINITY,
  );
  console.log(`  ${known.length} products and ${strangers.length} strangers (${source})`);
  const describing: number[] = [];
  const describe = (image: ColorImage) => timed(() => recognizer.describe(image), describing);
  const record = (image: ColorImage) => encodeDescription(describe(image));
  const questionsOf = (products: readonly Product[]) =>
    products.map(({ id, photograph }) => ({ id, description: describe(photograph) }));
  const entryOf = (id: number, picture: ColorImage, hasTrial: boolean) => {
    const trials = hasTrial ? [record(simulatePhotograph(picture, { seed: id }))] : [];
    return { id, pictures: [{ id: crypto.randomUUID(), description: record(picture), trials }] };
  };
  return {
    known,
    run: { known: questionsOf(known), strangers: questionsOf(strangers) },
    products: known.map(({ id, picture }) => entryOf(id, picture, id % TRIAL_STEP_FEW === 0)),
    entryOf,
    describing,
  };
}

const encoded = (products: readonly CalibrationProduct[]) =>
  encodeCatalogue({ products, calibration: calibrate(products) });

async function measureFew(): Promise<readonly Figure[]> {
  const { known, run, products, describing } = await prepare();
  const catalogue = Catalogue.decode(encoded(products));
  return [
    ...recallFigures({ ...run, catalogue }, FEW),
    ...(await referenceFigures(known)),
    { what: 'a description in Node.js', unit: 'ms', values: describing, goal: 60 },
    ...(await measureDescriptions()),
    {
      what: '5,000 descriptions',
      unit: 'min',
      values: [(median(describing) * MANY) / 60_000],
      under: 5,
    },
  ];
}

/** The few products among generated ones. */
async function measureMany(): Promise<readonly Figure[]> {
  const { run, products, entryOf } = await prepare();
  for (let id = products.length; id < MANY; id += 1)
    products.push(entryOf(id, paintSlab(id, OTHERS_SIDE, 1).image, id % TRIAL_STEP_MANY === 0));
  const calibrating: number[] = [];
  const index = timed(() => encoded(products), calibrating);
  const catalogue = Catalogue.decode(index);
  const searching: number[] = [];
  for (const { description } of run.known.slice(0, SEARCHES))
    timed(() => catalogue.search(description, { mode: 2, max: FIRST }), searching);
  return [
    ...recallFigures({ ...run, catalogue }, MANY),
    { what: 'a search in 5,000 pictures', unit: 'ms', values: searching },
    { what: 'calibration and index of 5,000 pictures', unit: 'ms', values: calibrating },
    { what: 'index, a product', unit: 'kB', values: [index.length / MANY / 1_000], goal: 1 },
  ];
}

export const recognitionBenches = {
  'recognition-few': {
    title: 'One of 500 tiles and slabs by its photograph, beside the Lab histogram and EfficientNet-lite0',
    measure: measureFew,
  },
  'recognition-many': { title: 'The same among 5,000', measure: measureMany },
};
