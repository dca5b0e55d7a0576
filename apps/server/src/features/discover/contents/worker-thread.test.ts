import { afterEach, expect, test } from 'vitest';
import type { ProcessedView, ViewSource } from './discover/process-view';
import { createWorkerThread } from './worker-thread';

const thread = createWorkerThread<ViewSource, ProcessedView>('discover/view-worker', 60_000);
afterEach(() => thread.stop());

const source = {
  id: '0190a000-0000-7000-8000-0000000000aa',
  picture: new Uint8Array(8),
  mask: null,
  others: [],
  rivals: [],
};

test('answers one view after another, and gathers no listeners', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  for (let view = 0; view < 12; view += 1)
    expect(await thread.run(source)).toMatchObject({ rating: 0, reason: 'unreadable', files: null });
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('starts another thread after it was stopped', async () => {
  await thread.run(source);
  await thread.stop();
  expect(await thread.run(source)).toMatchObject({ reason: 'unreadable' });
});

test('starts none after it was closed', async () => {
  const closed = createWorkerThread<ViewSource, ProcessedView>('discover/view-worker', 60_000);
  const running = closed.run(source);
  await closed.close();
  await expect(running).rejects.toThrow('aborted');
  await expect(closed.run(source)).rejects.toThrow('closed');
});
