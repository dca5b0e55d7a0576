/** The worker of the bench's page: runs the engine on films that it makes, and measures it. */
import {
  apply,
  assembleTarget,
  BackgroundModel,
  decodeView,
  detect,
  encodeView,
  Engine,
  framePyramid,
  type GrayImage,
  grayOfRgba,
  indexFeatures,
  type IndexedView,
  Kernels,
  LEARNING_FRAMES,
  prepareFrame,
  Tracker,
  trainTarget,
  ViewIndex,
} from '@earth/vision';
import { createRandom } from '@earth/vision/random';
import { Recognizer } from '@earth/vision/recognition';
import { groundOf, nominalScene, renderFrame } from '@earth/vision/simulate';
import { deadLeaves } from '@earth/vision/testing/pictures';
import { CLIPS, createFilm, isHand, SIZE } from './background-film';
import type { BackgroundResult, Found, Job, Results, Timings } from './jobs';

const FRAMES = 60;
const WARM_UP = 10;
/** Views that a shortlist names. */
const CANDIDATES = 8;
/** Views of an index that is searched. */
const VIEWS = 200;
const SEED = 4_400;
const FILMS = 8;
const STARTS = 50;
const CLIP_FRAMES = 5;
/** Frames of a standing target that differ in their noise. */
const NOISES = 10;

const module = await WebAssembly.compileStreaming(fetch('/kernels.wasm'));
const net = await (await fetch('/net.bin')).arrayBuffer();
const recognizer = await Recognizer.load(
  new Uint8Array(net),
  await WebAssembly.compileStreaming(fetch('/recognition.wasm')),
);
const kernels = new Kernels(module);
const pictures = new Map<number, GrayImage>();
function pictureOf(view: number): GrayImage {
  const picture = pictures.get(view) ?? deadLeaves(SEED + view, 384, 288);
  pictures.set(view, picture);
  return picture;
}

function timed(work: (frame: number) => unknown): readonly number[] {
  const times: number[] = [];
  for (let frame = 0; frame < WARM_UP + FRAMES; frame += 1) {
    const start = performance.now();
    work(frame);
    if (frame >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

/** A picture that moves by four pixels a frame, there and back. */
function filmOf(view: number, speed = 4) {
  const random = createRandom(SEED + view);
  const ground = groundOf(random);
  const scene = nominalScene(random, { noise: 4, blur: 0.6, dx: -0.1 });
  return (frame: number) => {
    const place = Math.abs((frame % 40) - 20);
    const moved = { ...scene, dx: scene.dx + (place * speed) / SIZE.width };
    return renderFrame(pictureOf(view), [moved], random, ground);
  };
}

const rgbaOf = ({ data }: GrayImage) =>
  Uint8ClampedArray.from({ length: 4 * data.length }, (_, at) => (at % 4 === 3 ? 255 : (data[at >> 2] ?? 0)));

function indexOf(views: readonly number[]): readonly IndexedView[] {
  return views.map((view) => {
    const picture = pictureOf(view);
    const { width, height } = picture;
    const features = indexFeatures(kernels, { width, height, mips: framePyramid(kernels, picture) });
    return { id: `${view}`, digest: '', width, height, features };
  });
}

function time(): Timings {
  const film = filmOf(0);
  const frames = Array.from({ length: 40 }, (_, frame) => film(frame));
  const at = (frame: number) => frames[frame % frames.length] ?? film(frame);
  const target = trainTarget(kernels, pictureOf(0));
  const prepared = prepareFrame(kernels, at(0));
  const found = detect(kernels, target, prepared);
  if (!found) throw new Error('The target was not found');
  const tracker = new Tracker(kernels, target, found);
  const rgba = rgbaOf(at(0));
  const stored = encodeView({ descriptors: target, mask: null, picture: new Uint8Array(0) });
  const many = new ViewIndex(indexOf(Array.from({ length: VIEWS }, (_, view) => view)).map((view) => view.features));
  return {
    gray: timed(() => grayOfRgba(SIZE.width, SIZE.height, rgba)),
    features: timed((frame) => prepareFrame(kernels, at(frame))),
    target: timed(() => detect(kernels, target, prepared)),
    detection: timed((frame) => detect(kernels, target, prepareFrame(kernels, at(frame)))),
    tracking: timed((frame) => {
      if (!tracker.next(framePyramid(kernels, at(frame)))) throw new Error('The target was lost');
    }),
    shortlist: timed(() => many.find(prepared.features, CANDIDATES)),
    loading: timed(() => assembleTarget(pictureOf(0), null, decodeView(stored).descriptors)),
  };
}

/** How soon one of many views is reported that are loaded when they are wanted, and how still it stands. */
function find(): Found {
  const views = Array.from({ length: VIEWS }, (_, view) => view);
  const index = indexOf(views);
  const found = Array.from({ length: FILMS }, (_, film) => {
    const view = (film * 37) % VIEWS;
    const engine = new Engine(kernels, index);
    const standing = filmOf(view, 0);
    const frames = Array.from({ length: NOISES }, () => standing(0));
    const corners: (readonly [number, number])[] = [];
    let [count, ms] = [0, 0];
    for (let frame = 0; corners.length < FRAMES / 2 && frame < 2 * FRAMES; frame += 1) {
      const image = frames[frame % NOISES] ?? standing(0);
      const start = performance.now();
      const { sightings, wanted } = engine.frame(image);
      const spent = performance.now() - start;
      for (const id of wanted) engine.add(id, targetOf(Number(id)));
      const [sighting] = sightings;
      if (sighting) corners.push(apply(sighting.pose, 0, 0));
      if (corners.length > 0) continue;
      count += 1;
      ms += spent;
    }
    const jumps = corners.slice(1).map(([x, y], at) => {
      const [beforeX, beforeY] = corners[at] ?? [x, y];
      return (x - beforeX) ** 2 + (y - beforeY) ** 2;
    });
    const jitter = Math.sqrt(jumps.reduce((sum, one) => sum + one, 0) / Math.max(1, jumps.length));
    return { count: count + 1, ms, jitter };
  });
  return {
    frames: found.map(({ count }) => count),
    ms: found.map(({ ms }) => ms),
    jitter: found.map(({ jitter }) => jitter),
  };
}

const targets = new Map<number, ReturnType<typeof trainTarget>>();
function targetOf(view: number) {
  const target = targets.get(view) ?? trainTarget(kernels, pictureOf(view));
  targets.set(view, target);
  return target;
}

function background(): BackgroundResult {
  const film = createFilm(SEED);
  const model = new BackgroundModel(kernels, SIZE);
  const empty = Array.from({ length: LEARNING_FRAMES }, () => film({}));
  const learning = empty.map((frame) => {
    const start = performance.now();
    model.learn(frame);
    return performance.now() - start;
  });
  const overlaps = Object.entries(CLIPS).map(([name, clip]) => {
    const values = Array.from({ length: CLIP_FRAMES }, (_, frame) => {
      const shot = { ...clip, hand: [200 + 40 * frame, 220] } as const;
      const alpha = model.extract(film(shot))?.alpha.data ?? new Uint8Array(0);
      let [both, either] = [0, 0];
      for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
        const [seen, truth] = [(alpha[at] ?? 0) > 127, isHand(shot, at)];
        if (seen && truth) both += 1;
        if (seen || truth) either += 1;
      }
      return both / either;
    });
    return [name, values] as const;
  });
  const moved = film({ hand: [320, 240], shift: [1.5, -1] });
  return { learning, extracting: timed(() => model.extract(moved)), overlaps: Object.fromEntries(overlaps) };
}

function restart(): number {
  const picture = pictureOf(0);
  const index = indexOf([0]);
  let bytes = 0;
  for (let start = 0; start < STARTS; start += 1) {
    const own = new Kernels(module);
    const engine = new Engine(own, index);
    engine.add('0', targetOf(0));
    for (let frame = 0; frame < 3; frame += 1) engine.frame(picture);
    bytes = own.memory.buffer.byteLength;
  }
  return bytes;
}

/** One for all minutes. */
const soaked: { engine: Engine | null } = { engine: null };
const films = new Map<number, readonly GrayImage[]>();

/** Targets that come and go for a minute: two seconds of one, then half a second of none. */
function minute(): Results['minute'] {
  const views = [0, 1, 2, 3];
  const engine = (soaked.engine ??= new Engine(kernels, indexOf(views)));
  for (const view of views) {
    engine.add(`${view}`, targetOf(view));
    const film = filmOf(view);
    if (!films.has(view))
      films.set(
        view,
        Array.from({ length: 40 }, (_, frame) => film(frame)),
      );
  }
  const empty: GrayImage = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) };
  let [frames, found] = [0, 0];
  for (const start = performance.now(); performance.now() - start < 60_000; frames += 1) {
    const at = frames % 75;
    const film = films.get(Math.floor(frames / 75) % views.length);
    const { sightings } = engine.frame((at < 60 ? film?.[at % 40] : null) ?? empty);
    if (sightings.length > 0) found += 1;
  }
  return { frames, found, bytes: kernels.memory.buffer.byteLength };
}

function describe(): readonly number[] {
  const random = createRandom(SEED);
  const [width, height] = [480, 640];
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, () => 256 * random());
  return timed(() => recognizer.describe({ width, height, data }));
}

const JOBS: { readonly [Name in Job]: () => Results[Name] } = { time, find, background, restart, minute, describe };

addEventListener('message', ({ data }: MessageEvent<Job>) => postMessage(JOBS[data]()));
postMessage('ready');
