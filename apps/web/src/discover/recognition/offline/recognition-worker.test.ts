// @vitest-environment node
/** The worker with the real engine. Without a page, as in a worker. */
import { type ColorImage, DEFAULT_CALIBRATION, encodeCatalogue, encodeDescription } from '@earth/vision/recognition';
import { createTestRecognizer, testNet, testNetKernelBytes, waves } from '@earth/vision/testing/recognition';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ThreadAnswer } from '../../vision/model/thread';
import type { RecognitionJob } from './recognition-job';

const slab = waves(1);
let endDecoding = (_image: ColorImage) => {};
const answers: ThreadAnswer[] = [];
let handle = (_message: unknown) => {};

async function catalogueOfSlab(): Promise<Uint8Array> {
  const description = encodeDescription((await createTestRecognizer()).describe(slab));
  const products = [{ id: 7, pictures: [{ id: 'slab', description }] }];
  return encodeCatalogue({ products, calibration: DEFAULT_CALIBRATION });
}

/** A canvas that has the pixels of the picture that is drawn on it. */
class TestCanvas {
  getContext() {
    let drawn: ColorImage | null = null;
    return { drawImage: (picture: ColorImage) => (drawn = picture), getImageData: () => drawn };
  }
}

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (_type: string, listener: typeof handle) => (handle = listener),
    postMessage: (answer: ThreadAnswer) => answers.push(answer),
  });
  vi.stubGlobal('OffscreenCanvas', TestCanvas);
  vi.stubGlobal('createImageBitmap', async () => ({
    ...(await new Promise<ColorImage>((resolve) => (endDecoding = resolve))),
    close() {},
  }));
  // Cleared after each test of the web app.
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, { clear: () => {} });
  await import('./recognition.wasm-worker');
});

test('a search goes on with the catalogue that was loaded while its photograph was decoded', async () => {
  const send = (id: number, job: RecognitionJob) => handle({ data: { id, job } });
  const answered = (id: number) =>
    vi.waitFor(() => {
      const answer = answers.find((one) => one.id === id);
      if (!answer) throw new Error('not answered yet');
      return answer;
    });
  const [net, index] = [testNet().buffer, await catalogueOfSlab()];
  const load = { type: 'load', net, index, kernels: testNetKernelBytes().buffer } as const;
  send(1, load);
  await answered(1);
  send(2, { type: 'search', file: new Blob(), options: { mode: 0, max: 1, regions: false } });
  send(3, load);
  await answered(3);
  endDecoding(slab);
  expect(await answered(2)).toMatchObject({ result: [{ productId: 7, pictureId: 'slab' }] });
});
