import type { DescribedLink } from '@earth/contracts';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { people } from '../../../interop/crypto-scheme1.json';
import { isDescriptionOf, sealDescription } from './description-seal';
import { importPrivateKeys } from './private-keys';

const { luca, giulia } = people;
const reader = { uniqueId: luca.uniqueId, keys: await importPrivateKeys(luca.privateKey) };
const { ed25519: _, ...withoutSigning } = reader.keys;
const link: DescribedLink = {
  callUniqueId: '0190b000-0000-7000-8000-000000000001',
  from: luca.uniqueId,
  to: giulia.uniqueId,
  session: '0190c000-0000-7000-8000-000000000001',
  toSession: '0190c000-0000-7000-8000-000000000002',
  type: 'offer',
  sdp: 'v=0\r\na=fingerprint:sha-256 4A:AD:B9:B1\r\n',
};
const seal = (await sealDescription(link, reader)) ?? '';

/** Written after docs/security.md, by Node.js's own Ed25519. */
test('the format', () => {
  const sdpHash = createHash('sha256').update(link.sdp).digest();
  const { callUniqueId, from, to, session, toSession, type } = link;
  const names = ['earth/description/v1', callUniqueId, from, to, session, toSession, type].map((part) =>
    Buffer.from(part),
  );
  const signed = [...names, sdpHash].flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  const { keys } = JSON.parse(luca.publicKey) as { keys: { kid: string; x: string }[] };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys.find(({ kid }) => kid === 'ed25519')?.x ?? '' };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify(null, Buffer.concat(signed), key, Buffer.from(seal, 'base64'))).toBe(true);
});

test('a description is its sender’s', async () => {
  expect(await isDescriptionOf(luca.publicKey, link, seal, reader)).toBe(true);
});

test.each<Partial<DescribedLink>>([
  { sdp: link.sdp.replace('4A', '4B') },
  { type: 'answer' },
  { callUniqueId: link.session },
  { from: giulia.uniqueId },
  { to: luca.uniqueId },
  { session: link.toSession },
  { toSession: link.session },
  // What one part loses, the next gains.
  { from: `${link.from}${link.to.slice(0, 1)}`, to: link.to.slice(1) },
])('changed on its way, it is not: %o', async (change) => {
  expect(await isDescriptionOf(luca.publicKey, { ...link, ...change }, seal, reader)).toBe(false);
});

test.each(['', 'no base64', 'AAAA', seal.slice(4), `${seal.slice(0, -4)}AAA=`])('%s is no seal', async (text) => {
  expect(await isDescriptionOf(luca.publicKey, link, text, reader)).toBe(false);
});

test.each([giulia.publicKey, '', '{}'])('it is not somebody else’s', async (publicKey) => {
  expect(await isDescriptionOf(publicKey, link, seal, reader)).toBe(false);
});

test('a device without Ed25519 can neither seal nor check', async () => {
  const old = { ...reader, keys: withoutSigning };
  expect(await sealDescription(link, old)).toBeNull();
  expect(await isDescriptionOf(luca.publicKey, link, seal, old)).toBeNull();
});
