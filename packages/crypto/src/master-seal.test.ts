import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './bytes';
import { createMasterSeal, MasterSealError } from './master-seal';

const CONTEXT = 'private-key:0190a000-0000-7000-8000-0000000000aa';
const TEXT = 'a private key — «più segreta»';
const masterKey = Uint8Array.from({ length: 32 }, (_, index) => index);

test('what is sealed opens again, also after a restart with the same key', async () => {
  const sealed = await createMasterSeal(masterKey).seal(TEXT, CONTEXT);
  expect(await createMasterSeal(masterKey).open(sealed, CONTEXT)).toBe(TEXT);
});

test('a sealed text shows nothing of the text, nor that two texts are the same', async () => {
  const seal = createMasterSeal(masterKey);
  const [first, second] = [await seal.seal(TEXT, CONTEXT), await seal.seal(TEXT, CONTEXT)];
  expect(first).not.toBe(second);
  expect(atob(first.slice('v1.'.length))).not.toContain('private');
});

test('a sealed text made by the first version opens in every later one', async () => {
  const sealed = 'v1.hfKaHfn4qzlHuguixnDmD4bDIur/F6zZcCr0+I2RnN6hK3npBQJHhx5vV5IpUsJ9TcgUiKOewSe8bkpB+0c=';
  expect(await createMasterSeal(masterKey).open(sealed, CONTEXT)).toBe(TEXT);
});

test('another context is refused', async () => {
  const seal = createMasterSeal(masterKey);
  const sealed = await seal.seal(TEXT, CONTEXT);
  await expect(seal.open(sealed, CONTEXT.replace(/a$/, 'b'))).rejects.toThrow(MasterSealError);
});

test('another key is refused', async () => {
  const sealed = await createMasterSeal(masterKey).seal(TEXT, CONTEXT);
  const other = createMasterSeal(masterKey.map((byte) => byte ^ 1));
  await expect(other.open(sealed, CONTEXT)).rejects.toThrow(MasterSealError);
});

test('a text with any one byte altered is refused', async () => {
  const seal = createMasterSeal(masterKey);
  const bytes = fromBase64((await seal.seal(TEXT, CONTEXT)).slice('v1.'.length));
  if (!bytes) throw new Error('The sealed text is not base64');
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = `v1.${toBase64(bytes.map((byte, at) => (at === index ? byte ^ 0x80 : byte)))}`;
    await expect(seal.open(altered, CONTEXT)).rejects.toThrow(MasterSealError);
  }
});

test.each(['', 'v1.', 'v1.AAAA', 'v1.***', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', TEXT])(
  'a text that is not sealed is refused: %j',
  async (text) => {
    await expect(createMasterSeal(masterKey).open(text, CONTEXT)).rejects.toThrow(MasterSealError);
  },
);

test('a short master key is refused at once', () => {
  expect(() => createMasterSeal(masterKey.subarray(1))).toThrow(RangeError);
});
