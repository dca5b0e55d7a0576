import { expect, test } from 'vitest';
import { createLogKeys, sealLog } from './log-seal';

const seed = (first: number) => new Uint8Array(32).fill(first);

test('a log is opened by the keys of the same seed, and by no others', async () => {
  const { publicKey } = await createLogKeys(seed(1));
  const sealed = await sealLog('{"error":"perché"}', publicKey);
  expect(await (await createLogKeys(seed(1))).open(sealed)).toBe('{"error":"perché"}');
  expect(await (await createLogKeys(seed(2))).open(sealed)).toBeNull();
});

test('does not open an altered or cut log, or another text', async () => {
  const keys = await createLogKeys(seed(1));
  const sealed = await sealLog('text', keys.publicKey);
  const bytes = Buffer.from(sealed, 'base64');
  for (const place of [0, 1, 64, 65, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[place] = (altered[place] ?? 0) ^ 1;
    expect(await keys.open(altered.toString('base64'))).toBeNull();
  }
  for (const other of ['', '====', 'AAAA', bytes.subarray(0, 70).toString('base64')])
    expect(await keys.open(other)).toBeNull();
});

test('the same text is never sealed the same way', async () => {
  const { publicKey } = await createLogKeys(seed(1));
  expect(await sealLog('text', publicKey)).not.toBe(await sealLog('text', publicKey));
});

test('refuses an invalid key', async () => {
  for (const key of ['', 'no key', 'AAAA']) await expect(sealLog('text', key)).rejects.toThrow(/./);
});
