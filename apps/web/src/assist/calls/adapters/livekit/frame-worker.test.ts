// @vitest-environment node
/** The worker as it runs, with LiveKit's own encryption of frames, and a media server that is not honest. Without a page, as in a worker. */
import { beforeAll, expect, test, vi } from 'vitest';

type Handler = (event: { readonly data: unknown }) => void;

const ME = 'me';
const posted = vi.fn<(message: unknown) => void>();
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
const textOf = (data: ArrayBuffer) => new TextDecoder().decode(data);

/** As a browser hands over an encoded frame of sound. */
const frame = (data: ArrayBuffer) => ({ data, timestamp: 7, getMetadata: () => ({ synchronizationSource: 1 }) });

const ask = (kind: string, data: object) =>
  (globalThis as unknown as { onmessage: Handler }).onmessage({ data: { kind, data } });

async function setKey(participantIdentity: string, keyIndex: number, byte: number) {
  const bytes = new Uint8Array(32).fill(byte);
  const key = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits', 'deriveKey']);
  ask('setKey', { participantIdentity, keyIndex, key, updateCurrentKeyIndex: true });
}

/** What comes out if this frame goes through the worker as one of a participant's track. */
async function pass(kind: 'encode' | 'decode', participantIdentity: string, data: ArrayBuffer) {
  const out: ArrayBuffer[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  ask(kind, {
    participantIdentity,
    trackId: crypto.randomUUID(),
    readableStream: new ReadableStream({
      start(controller) {
        controller.enqueue(frame(data));
        controller.close();
      },
    }),
    writableStream: new WritableStream<{ readonly data: ArrayBuffer }>({
      write: ({ data: passed }) => void out.push(passed),
      close: () => end(),
    }),
  });
  await ended;
  return out.map((passed) => passed.slice());
}

/** As it is sent with the own key, which bob's page has under the same number. */
async function sealed(text: string) {
  const [data = new ArrayBuffer(0)] = await pass('encode', ME, bytesOf(text));
  return data;
}

const opened = async (from: string, data: ArrayBuffer) => (await pass('decode', from, data.slice())).map(textOf);

beforeAll(async () => {
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('name', ME);
  vi.stubGlobal('postMessage', posted);
  vi.stubGlobal('onmessage', null);
  // Cleared after each test of the web app.
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, { clear: () => {} });
  await import('./frame-worker');
  const keyProviderOptions = {
    sharedKey: false,
    ratchetWindowSize: 0,
    failureTolerance: -1,
    keyringSize: 16,
    keySize: 256,
  };
  ask('init', { keyProviderOptions: { ...keyProviderOptions, ratchetSalt: 'LKFrameEncryptionKey' }, loglevel: 5 });
  for (const [who, byte] of [
    [ME, 1],
    ['bob', 1],
    ['carol', 2],
  ] as const) {
    ask('enable', { participantIdentity: who, enabled: true });
    await setKey(who, 1, byte);
  }
});

test('what is sent is not readable on the way, and is by who has the key', async () => {
  const data = await sealed('the voice of a person');
  expect(textOf(data)).not.toContain('voice');
  expect(await opened('bob', data)).toEqual(['the voice of a person']);
});

test('a server that says that nobody encrypts gets nothing plain, and can put in nothing plain', async () => {
  for (const participantIdentity of [ME, 'bob', 'another name']) ask('enable', { participantIdentity, enabled: false });
  for (const name of [ME, 'another name', 'bob']) {
    const [data = new ArrayBuffer(0)] = await pass('encode', name, bytesOf('the voice of a person'));
    expect(textOf(data)).not.toContain('voice');
    expect(await opened('bob', data)).toEqual(['the voice of a person']);
  }
  expect(await opened('bob', bytesOf('not the voice of bob'))).toEqual([]);
});

test('a changed frame is dropped, wherever it was changed', async () => {
  const data = await sealed('the voice of a person');
  const openedOf = async (at: number) => {
    const changed = new Uint8Array(data.slice());
    changed[at] = (changed[at] ?? 0) ^ 1;
    return await opened('bob', changed.buffer);
  };
  const places = Array.from({ length: data.byteLength }, (_, at) => at);
  const results = await Promise.all(places.map(openedOf));
  // Nothing depends on the last byte but one, the length of the nonce.
  expect(results.toSpliced(data.byteLength - 2, 1).flat()).toEqual([]);
  // The page is told whose it was.
  const told = expect.objectContaining({
    kind: 'error',
    data: expect.objectContaining({ participantIdentity: 'bob' }),
  });
  expect(posted).toHaveBeenCalledWith(told);
});

test('a frame of one person is not opened as one of another', async () => {
  expect(await opened('carol', await sealed('the voice of a person'))).toEqual([]);
});

test('a frame under a key that was taken away is not opened any more', async () => {
  const data = await sealed('the voice of a person');
  await setKey('bob', 1, 9);
  expect(await opened('bob', data)).toEqual([]);
  await setKey('bob', 1, 1);
  expect(await opened('bob', data)).toEqual(['the voice of a person']);
});

// What this encryption does not prevent: docs/security.md says so.

test('the server sees the first byte of sound, and how long it is', async () => {
  const [short, long] = [await sealed('a voice'), await sealed('a voice that goes on')];
  expect(textOf(short.slice(0, 1))).toBe('a');
  expect(long.byteLength - short.byteLength).toBe(' that goes on'.length);
});

test('a frame can be delivered again as long as its key is one of the last sixteen', async () => {
  const data = await sealed('the voice of a person');
  for (let number = 2; number <= 16; number += 1) {
    await setKey('bob', number % 16, number);
    expect(await opened('bob', data)).toEqual(['the voice of a person']);
  }
  // The next key takes the place of the first.
  await setKey('bob', 17 % 16, 17);
  expect(await opened('bob', data)).toEqual([]);
  await setKey('bob', 1, 1);
});

test('who has the key of another person can send as them, if the server says so', async () => {
  // All people in a call have it. Here it is the own one.
  await setKey(ME, 1, 2);
  expect(await opened('carol', await sealed('not the voice of carol'))).toEqual(['not the voice of carol']);
  await setKey(ME, 1, 1);
});
