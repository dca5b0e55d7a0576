import { expect, test } from 'vitest';
import type { FileAnswer, FileJob, FileQuestion } from './file-job';
import { workerOrPage, createFileThread, NoThreadError, type Thread } from './file-thread';

/** A fake worker: the test decides what it answers. */
function createThread() {
  const target = new EventTarget();
  const questions: FileQuestion[] = [];
  let isTerminated = false;
  const thread = {
    addEventListener: target.addEventListener.bind(target),
    postMessage: (question: FileQuestion) => void questions.push(question),
    terminate: () => (isTerminated = true),
  } as unknown as Thread;
  return {
    thread,
    questions,
    answer: (data: FileAnswer) => target.dispatchEvent(new MessageEvent('message', { data })),
    fail: () => target.dispatchEvent(new Event('error')),
    isTerminated: () => isTerminated,
  };
}

const job: FileJob = { type: 'seal', scheme: 1, file: new Blob(), recipients: [], author: null };

test('gives each job its own answer, in any order', async () => {
  const { thread, questions, answer } = createThread();
  const run = createFileThread(() => thread);
  const results = [run(job), run(job)];
  const [one, other] = questions.map(({ id }) => id);
  answer({ id: other ?? 0, result: 'second' });
  answer({ id: one ?? 0, result: 'first' });
  expect(await Promise.all(results)).toEqual(['first', 'second']);
});

test('a failing job rejects with its reason and affects no other job', async () => {
  const { thread, questions, answer } = createThread();
  const run = createFileThread(() => thread);
  const failing = run(job);
  const other = run(job);
  answer({ id: questions[0]?.id ?? 0, error: 'no such key' });
  answer({ id: questions[1]?.id ?? 0, result: 'sealed' });
  await expect(failing).rejects.toThrow('no such key');
  expect(await other).toBe('sealed');
});

test('a job reports its progress and can be cancelled', async () => {
  const { thread, questions, answer } = createThread();
  const run = createFileThread(() => thread);
  const progress: number[] = [];
  const stop = new AbortController();
  const sending = run(job, { onProgress: (gone) => progress.push(gone), signal: stop.signal });
  const id = questions[0]?.id ?? 0;
  answer({ id, progress: 0.25 });
  answer({ id, progress: 0.5 });
  stop.abort();
  expect(questions.slice(1)).toEqual([{ id, job: null }]);
  answer({ id, error: 'stopped' });
  await expect(sending).rejects.toThrow('stopped');
  expect(progress).toEqual([0.25, 0.5]);
});

test('does not start a job that was cancelled before', async () => {
  const { thread, questions } = createThread();
  const run = createFileThread(() => thread);
  await expect(run(job, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(questions).toEqual([]);
});

test('runs all jobs on the page after the worker broke, and starts no other worker', async () => {
  const { thread, fail, isTerminated } = createThread();
  let started = 0;
  const run = createFileThread(() => {
    started += 1;
    return thread;
  });
  const waiting = workerOrPage(run(job), async () => 'here');
  fail();
  expect(await waiting).toBe('here');
  expect(await workerOrPage(run(job), async () => 'here too')).toBe('here too');
  expect([started, isTerminated()]).toEqual([1, true]);
});

test('reports that there is no worker if none can be started', async () => {
  const run = createFileThread(() => {
    throw new ReferenceError('Worker is not defined');
  });
  await expect(run(job)).rejects.toThrow(NoThreadError);
});
