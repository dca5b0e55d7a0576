import { expect, test, vi } from 'vitest';
import { NO_ANSWER } from './api-error';
import { fetchAsset } from './asset';

test.each([
  ['without a network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['that the server does not have', async () => new Response('', { status: 404 })],
])('a file %s is a call without an answer', async (_, answer) => {
  vi.stubGlobal('fetch', answer);
  await expect(fetchAsset('/kernels.wasm', new AbortController().signal)).rejects.toMatchObject({ code: NO_ANSWER });
});

test('a cancelled download is no failure', async () => {
  const leaving = new AbortController();
  vi.stubGlobal('fetch', async () => {
    leaving.abort(new Error('left'));
    throw new TypeError('Failed to fetch');
  });
  await expect(fetchAsset('/kernels.wasm', leaving.signal)).rejects.toThrow('left');
});
