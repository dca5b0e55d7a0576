import { afterEach, expect, test, vi } from 'vitest';
import { createRecognitionThread } from './recognition-thread';

class TestWorker extends EventTarget {
  static readonly all: TestWorker[] = [];
  constructor() {
    super();
    TestWorker.all.push(this);
  }
  terminate() {}
  /** The first one fails, the others answer. */
  postMessage({ id }: { readonly id: number }) {
    const answer = new MessageEvent('message', { data: { id, result: [] } });
    queueMicrotask(() => this.dispatchEvent(this === TestWorker.all[0] ? new Event('error') : answer));
  }
}

afterEach(() => vi.unstubAllGlobals());

test('a job after a crash is done by a new worker', async () => {
  vi.stubGlobal('Worker', TestWorker);
  const thread = createRecognitionThread();
  const job = { type: 'search', file: new Blob(), options: { mode: 0, max: 1, regions: false } } as const;
  await expect(thread.run(job)).rejects.toMatchObject({ reason: 'crashed' });
  expect(await thread.run(job)).toEqual([]);
  expect(await thread.run(job)).toEqual([]);
  expect(TestWorker.all).toHaveLength(2);
});
