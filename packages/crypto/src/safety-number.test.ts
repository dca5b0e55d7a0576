import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { people } from '../../../interop/crypto-scheme1.json';
import vectors from '../../../interop/own-keys.json';
import { createKeyBundle } from './key-bundle';
import { PublicKeyError } from './public-keys';
import { isSafetyCode, safetyNumberOf } from './safety-number';

const { luca, giulia, outsider } = people;

/** Written after docs/security.md, by Node.js's own hash. */
function fingerprintByNode({ uniqueId, publicKey }: typeof luca): Buffer {
  const { keys } = JSON.parse(publicKey) as { keys: { kid: string; n?: string; x?: string }[] };
  const keyOf = (kid: string) => keys.find((key) => key.kid === kid);
  const parts = [uniqueId, keyOf('rsa')?.n, keyOf('ed25519')?.x, keyOf('x25519')?.x].map((part) => part ?? '');
  const identity = Buffer.concat(
    ['earth/safety-number/v1', ...parts].map((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return Buffer.concat([length, Buffer.from(part)]);
    }),
  );
  const start = createHash('sha512').update(identity).digest();
  let hash = start;
  for (let round = 2; round <= 5200; round += 1) hash = createHash('sha512').update(hash).update(start).digest();
  return hash.subarray(0, 32);
}

test('both people have the same number, that of the vector', async () => {
  const number = await safetyNumberOf(luca, giulia);
  expect(await safetyNumberOf(giulia, luca)).toEqual(number);
  expect(number.groups).toHaveLength(12);
  for (const group of number.groups) expect(group).toMatch(/^\d{5}$/);
  expect(number).toEqual(vectors.safetyNumber);
  expect(isSafetyCode(number.code)).toBe(true);
});

test('it comes out the same by Node.js’s own hash', async () => {
  const { groups, code } = await safetyNumberOf(luca, giulia);
  const digits = (fingerprint: Buffer) =>
    [0, 5, 10, 15, 20, 25].map((at) => String(fingerprint.readUIntBE(at, 5) % 100_000).padStart(5, '0'));
  const both = [fingerprintByNode(luca), fingerprintByNode(giulia)].toSorted((one, other) =>
    digits(one).join() < digits(other).join() ? -1 : 1,
  );
  expect(both.flatMap(digits)).toEqual(groups);
  expect(code).toBe(`earth-safety-number/1/${Buffer.concat(both).toString('base64')}`);
});

test('another person, another bundle or one other key give another number', async () => {
  const { code } = await safetyNumberOf(luca, giulia);
  const renewed = { ...luca, publicKey: (await createKeyBundle()).publicKey };
  const [mine, theirs] = [JSON.parse(luca.publicKey), JSON.parse(renewed.publicKey)] as { keys: unknown[] }[];
  for (const index of [0, 1, 2]) {
    const keys = mine?.keys.with(index, theirs?.keys[index]);
    const oneOther = { ...luca, publicKey: JSON.stringify({ version: 1, keys }) };
    expect((await safetyNumberOf(oneOther, giulia)).code).not.toBe(code);
  }
  expect((await safetyNumberOf(renewed, giulia)).code).not.toBe(code);
  expect((await safetyNumberOf(luca, outsider)).code).not.toBe(code);
  expect((await safetyNumberOf({ ...luca, uniqueId: outsider.uniqueId }, giulia)).code).not.toBe(code);
}, 30_000);

test('an invalid bundle has no number', async () => {
  await expect(safetyNumberOf(luca, { ...giulia, publicKey: '' })).rejects.toThrow(PublicKeyError);
});
