/** The vision worker: the engine, and the frames of the camera in grey. */
import {
  assembleTarget,
  decodeIndex,
  decodeView,
  Engine,
  type GrayImage,
  grayOfRgba,
  type IndexedView,
  Kernels,
  trainTarget,
} from '@earth/vision';
import { answerJobs } from './model/answer-jobs';
import type { CameraFrame, Details, ListedView, SeenFrame, VisionJob, VisionResults } from './vision-job';

/** The longest side of the frames that the engine gets. */
const FRAME_SIDE = 640;
/** The longest side at which a picture is decoded to be learnt, as on the server. */
const LEARNT_SIDE = 1024;

interface Loaded {
  kernels: Kernels | null;
  engine: Engine | null;
  /** Of the index, by id. */
  views: ReadonlyMap<string, IndexedView>;
}
const loaded: Loaded = { kernels: null, engine: null, views: new Map() };
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });

/** Its pixels, as the camera's picture is shown: a rotation of the sensor is applied. */
function grayOf(picture: CanvasImageSource, width: number, height: number): GrayImage {
  if (!context) throw new Error('No 2D canvas context');
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(picture, 0, 0, width, height);
  return grayOfRgba(width, height, context.getImageData(0, 0, width, height).data);
}

function sizeOf(frame: CameraFrame): readonly [number, number] {
  const [width, height] =
    frame instanceof ImageBitmap ? [frame.width, frame.height] : [frame.displayWidth, frame.displayHeight];
  const scale = Math.min(1, FRAME_SIDE / Math.max(width, height));
  return [Math.round(width * scale), Math.round(height * scale)];
}

function load(index: Uint8Array, only: readonly string[] | null): readonly ListedView[] {
  if (!loaded.kernels) throw new Error('The kernels are not loaded');
  const listed = decodeIndex(index).filter(({ id }) => only === null || only.includes(id));
  loaded.views = new Map(listed.map((view) => [view.id, view]));
  loaded.engine = new Engine(loaded.kernels, listed);
  return listed.map(({ id, digest, width, height }) => ({ id, digest, width, height }));
}

async function add(id: string, file: Uint8Array) {
  const { picture, mask, descriptors } = decodeView(file);
  const bitmap = await createImageBitmap(new Blob([picture.slice()]));
  const canonical = grayOf(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  loaded.engine?.add(id, assembleTarget(canonical, mask, descriptors));
}

/** Closes the frame. */
function grayOfFrame(frame: CameraFrame): GrayImage {
  try {
    return grayOf(frame, ...sizeOf(frame));
  } finally {
    frame.close();
  }
}

function look(frame: CameraFrame): SeenFrame {
  const image = grayOfFrame(frame);
  const { width, height } = image;
  const { sightings = [], wanted = [] } = loaded.engine?.frame(image) ?? {};
  const seen = sightings.flatMap((sighting) => {
    const view = loaded.views.get(sighting.id);
    return view ? [{ ...sighting, width: view.width, height: view.height }] : [];
  });
  return { width, height, views: seen, wanted };
}

/** As the server learns a view, without its mask: that only leaves details out. */
function learn(picture: ImageBitmap): Details {
  if (!loaded.kernels) throw new Error('The kernels are not loaded');
  const scale = Math.min(1, LEARNT_SIDE / Math.max(picture.width, picture.height));
  const image = grayOf(picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
  picture.close();
  const { width, height, x, y } = trainTarget(loaded.kernels, image);
  return { width, height, x, y };
}

async function run(job: VisionJob): Promise<VisionResults[keyof VisionResults]> {
  switch (job.type) {
    case 'start':
      loaded.kernels = new Kernels(new WebAssembly.Module(job.kernels));
      return null;
    case 'load':
      return load(job.index, job.only);
    case 'add':
      await add(job.id, job.file);
      return null;
    case 'remove':
      loaded.engine?.remove(job.id);
      return null;
    case 'reset':
      loaded.engine?.reset();
      return null;
    case 'frame':
      return look(job.frame);
    case 'learn':
      return learn(job.picture);
  }
}

answerJobs(run);
