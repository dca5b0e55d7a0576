import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchange, exchangeAsBlob, type Request, upload } from './exchange';
import { LARGE } from './text-blob';

const long = 'AbC='.repeat(LARGE / 4);
const request: Request = { url: '/services/x', method: 'POST', headers: {}, fields: [], timeoutMs: 1000 };
const answering = (text: string) => async () => new Response(text, { status: 200 });

/** The form that a request with these fields sends, as the server reads it. */
async function formOf(fields: Request['fields']) {
  let sent: RequestInit = {};
  await exchange(
    async (_, init) => {
      sent = init;
      return new Response('{}');
    },
    { ...request, fields },
  );
  const form = await new Response(sent.body, { headers: new Headers(sent.headers) }).formData();
  return { body: sent.body, entries: [...form.entries()] };
}

test('builds a form whose Blob fields are sent as their text', async () => {
  const { entries } = await formOf([
    ['picbase64', new Blob([long])],
    ['clientId', 'è'],
  ]);
  expect(entries).toEqual([
    ['picbase64', long],
    ['clientId', 'è'],
  ]);
});

test('a form of text alone is sent without a Blob', async () => {
  const { body, entries } = await formOf([
    ['message', 'sealed'],
    ['clientId', 'è'],
  ]);
  expect(entries).toEqual([
    ['message', 'sealed'],
    ['clientId', 'è'],
  ]);
  expect(body).not.toBeInstanceOf(Blob);
});

test('passes the long text of an answer as a Blob, and everything else unchanged', async () => {
  const answer = { Data: { Base64: long, FileName: 'è.pdf', CryptoSchema: 1 } };
  const { json } = await exchangeAsBlob(answering(JSON.stringify(answer)), request);
  const { Data } = json as { Data: { Base64: Blob } };
  expect(Data).toMatchObject({ FileName: 'è.pdf', CryptoSchema: 1 });
  expect(await Data.Base64.text()).toBe(long);
  expect((await exchangeAsBlob(answering('<html>'), request)).json).toBeNull();
});

/** An answer that arrives in chunks. */
function createSlowAnswer(headers: Record<string, string> = {}) {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let stopped: AbortSignal | null | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
  const fetch = async (_: string, { signal }: RequestInit) => {
    stopped = signal;
    signal?.addEventListener('abort', () => stream?.error(signal.reason));
    return new Response(body, { headers });
  };
  return {
    fetch,
    isStopped: () => stopped?.aborted,
    come: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    end: () => stream?.close(),
  };
}

/** An `XMLHttpRequest` upload that only progresses when the test says so. */
class FakeUpload extends EventTarget {
  static last: FakeUpload | undefined;
  readonly upload = new EventTarget();
  status = 0;
  response: unknown = null;
  isAborted = false;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {
    FakeUpload.last = this;
  }
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  move(loaded: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }));
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reports download progress, and has no timeout while data arrives', async () => {
  const { fetch, come, end } = createSlowAnswer({ 'Content-Length': '20' });
  const progress: number[] = [];
  const { signal } = new AbortController();
  const answer = exchangeAsBlob(fetch, request, { onProgress: (gone) => progress.push(gone), signal });
  for (const piece of ['{"Data"', ': "12345']) {
    await vi.advanceTimersByTimeAsync(900);
    come(piece);
  }
  await vi.advanceTimersByTimeAsync(900);
  come('67"}');
  end();
  expect((await answer).json).toEqual({ Data: '1234567' });
  expect(progress).toEqual([0.35, 0.75, 0.95]);
});

test('reports unknown progress for a compressed answer', async () => {
  const { fetch, come, end } = createSlowAnswer({ 'Content-Length': '4', 'Content-Encoding': 'gzip' });
  const onProgress = vi.fn<(gone: number) => void>();
  const answer = exchangeAsBlob(fetch, request, { onProgress });
  come('{}');
  end();
  expect((await answer).json).toEqual({});
  expect(onProgress).not.toHaveBeenCalled();
});

test('gives up on a stalled download, and stops an aborted one', async () => {
  const silent = createSlowAnswer();
  const waiting = exchangeAsBlob(silent.fetch, request);
  silent.come('{"Data"');
  await vi.advanceTimersByTimeAsync(1001);
  expect(silent.isStopped()).toBe(true);
  expect((await waiting).json).toBeNull();
  const stopped = createSlowAnswer();
  const stop = new AbortController();
  const other = exchangeAsBlob(stopped.fetch, request, { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(10);
  stop.abort();
  expect(stopped.isStopped()).toBe(true);
  expect((await other).json).toBeNull();
});

test('an upload has no timeout while it progresses, and is given up when it stalls', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  const progress: number[] = [];
  const sending = upload(request, { onProgress: (gone) => progress.push(gone) });
  const end = sending.then(
    () => 'answered',
    (error: Error) => error.message,
  );
  for (let gone = 10; gone <= 100; gone += 10) {
    await vi.advanceTimersByTimeAsync(900);
    FakeUpload.last?.move(gone);
  }
  expect([progress.at(-1), FakeUpload.last?.isAborted]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(FakeUpload.last?.isAborted).toBe(true);
  expect(await end).toBe('No answer: abort');
});
