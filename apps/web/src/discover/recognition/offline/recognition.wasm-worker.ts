/** The recognition worker: how sharp the camera's picture is, and the search without a network. */
import {
  Catalogue,
  type ColorImage,
  findRegions,
  findTile,
  Recognizer,
  rectify,
  sharpness,
} from '@earth/vision/recognition';
import type { DeviceMatch } from '../model/match';
import { answerJobs } from '../../vision/model/answer-jobs';
import type { RecognitionJob, RecognitionResults, SearchOptions } from './recognition-job';

let engine: { readonly recognizer: Recognizer; readonly catalogue: Catalogue } | null = null;

/** Closes the picture. */
function pixelsOf(picture: ImageBitmap): ColorImage {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('No 2D canvas context');
  context.drawImage(picture, 0, 0);
  picture.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** As the server does it: the tile if its edges are seen, else the whole photograph. */
async function search(file: Blob, { regions, ...options }: SearchOptions): Promise<readonly DeviceMatch[] | null> {
  const image = pixelsOf(await createImageBitmap(file));
  // Read after the picture is decoded: a catalogue that is loaded meanwhile disposes of the engine before it.
  if (!engine) return null;
  const { recognizer, catalogue } = engine;
  if (regions)
    return findRegions(image, recognizer, catalogue, options).flatMap(({ results, ...region }) =>
      results.map((result) => ({ ...result, region })),
    );
  const tile = findTile(image);
  const description = recognizer.describe(tile ? rectify(image, tile) : image);
  return catalogue.search(description, options).map((result) => ({ ...result, region: null }));
}

async function run(job: RecognitionJob): Promise<RecognitionResults[keyof RecognitionResults]> {
  switch (job.type) {
    case 'sharpness':
      return sharpness(pixelsOf(job.picture));
    case 'load': {
      const recognizer = await Recognizer.load(new Uint8Array(job.net), new WebAssembly.Module(job.kernels));
      engine?.recognizer.dispose();
      engine = { recognizer, catalogue: Catalogue.decode(job.index) };
      return null;
    }
    case 'search':
      return search(job.file, job.options);
  }
}

answerJobs(run);
