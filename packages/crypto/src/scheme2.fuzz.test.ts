/** Hostile input. Seed, keys and envelope are fixed, so that failures are reproducible. */
import type { SealedPlace as Place } from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people } from '../../../interop/crypto-scheme1.json';
import vectors from '../../../interop/crypto-scheme2.json';
import type { SignedWire } from '../testing/wire';
import { importPrivateKeys, openFile, openText } from './index';

const FIXED = { seed: 20_261_122, numRuns: 200 };

const place: Place = { kind: 'message', within: '0190b000-0000-7000-8000-000000000001', id: 'm-1' };
const fromLuca = { sender: people.luca, place };
const giulia = {
  uniqueId: people.giulia.uniqueId,
  keys: await importPrivateKeys(people.giulia.privateKey),
};
const TEXT = 'The feed pump has stopped.';
const sealed = vectors.opens[0]?.sealed ?? '';

type Key = SignedWire['RecipientKeys'][number];
interface Wire extends SignedWire {
  readonly RecipientKeys: readonly [Key, Key];
}
const envelope = JSON.parse(sealed) as Wire;

const openAltered = (json: string) => openText(2, json, giulia, fromLuca);
/** What anybody may alter without being able to write anything. */
const NOTHING_WRITTEN = [null, { is: 'notGenuine' }];

test('the envelope that is altered below opens as it is', async () => {
  expect(await openAltered(sealed)).toBe(TEXT);
});

test('a bit altered in any byte of what is signed, or of the reader’s key, leaves nothing genuine', async () => {
  const [theirs, mine] = envelope.RecipientKeys;
  const parts: readonly [string, (part: string) => Partial<Wire>][] = [
    [envelope.Message, (Message) => ({ Message })],
    [envelope.KeyCommitment, (KeyCommitment) => ({ KeyCommitment })],
    [envelope.Signature, (Signature) => ({ Signature })],
    [mine.CriptedKey, (CriptedKey) => ({ RecipientKeys: [theirs, { ...mine, CriptedKey }] })],
  ];
  for (const [part, put] of parts) {
    const bytes = Buffer.from(part, 'base64');
    const opened = await atOnce([...bytes.keys()], (at) => {
      const altered = Buffer.from(bytes);
      altered[at] = (bytes[at] ?? 0) ^ (1 << (at & 7));
      return openAltered(JSON.stringify({ ...envelope, ...put(altered.toString('base64')) }));
    });
    for (const one of opened) expect(NOTHING_WRITTEN).toContainEqual(one);
  }
});

test('a bit of the JSON text that is altered gives no other text, wherever it is', async () => {
  // The lowest bit by turns with the one that makes a small letter of a capital.
  const opened = await atOnce(
    Array.from({ length: sealed.length }, (_, at) => at),
    (at) => {
      const letter = String.fromCharCode(sealed.charCodeAt(at) ^ (at % 2 === 0 ? 1 : 32));
      return openAltered(sealed.slice(0, at) + letter + sealed.slice(at + 1));
    },
  );
  // Another reader's key, which nobody has signed, may be any.
  for (const one of opened) expect([TEXT, ...NOTHING_WRITTEN]).toContainEqual(one);
});

test('whatever arrives instead of an envelope is not genuine', async () => {
  const arrived = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }), fc.json(), base64());
  await atOnce(fc.sample(arrived, FIXED), async (text) => {
    expect(await openAltered(text)).toEqual({ is: 'notGenuine' });
    expect(await openFile(2, text, giulia, fromLuca)).toEqual({ is: 'notGenuine' });
  });
});

test('an envelope with a part of another kind is nothing genuine', async () => {
  const part = fc.oneof(fc.jsonValue(), base64());
  const [theirs, mine] = envelope.RecipientKeys;
  const altered = fc.oneof(
    part.map((Message) => ({ ...envelope, Message })),
    part.map((KeyCommitment) => ({ ...envelope, KeyCommitment })),
    part.map((Signature) => ({ ...envelope, Signature })),
    part.map((Recipients) => ({ ...envelope, Recipients })),
    part.map((RecipientKeys) => ({ ...envelope, RecipientKeys })),
    part.map((CriptedKey) => ({ ...envelope, RecipientKeys: [theirs, { ...mine, CriptedKey }] })),
    part.map((RecipientId) => ({ ...envelope, RecipientKeys: [theirs, { ...mine, RecipientId }] })),
  );
  await atOnce(fc.sample<object>(altered, FIXED), async (parts) => {
    expect(NOTHING_WRITTEN).toContainEqual(await openAltered(JSON.stringify(parts)));
  });
});

test('an envelope with a piece replaced gives the text or nothing genuine', async () => {
  const piece = fc.record({ at: fc.nat(sealed.length), length: fc.nat(20), put: fc.string({ maxLength: 20 }) });
  await atOnce(fc.sample(piece, FIXED), async ({ at, length, put }) => {
    const opened = await openAltered(sealed.slice(0, at) + put + sealed.slice(at + length));
    expect([TEXT, ...NOTHING_WRITTEN]).toContainEqual(opened);
  });
});

test('an envelope is genuine for one author and one place only', async () => {
  const text = fc.string();
  const kind = fc.constantFrom<Place['kind']>('subject', 'message', 'file', 'pic', 'drawing', 'notes', 'preview');
  const claimed = fc
    .record({ kind, within: fc.oneof(text, fc.constant(place.within)), id: fc.option(text) })
    .filter(({ kind: as, within, id }) => as !== place.kind || within !== place.within || id !== place.id);
  await atOnce(fc.sample(claimed, FIXED), async (elsewhere) => {
    const opened = await openText(2, sealed, giulia, { sender: people.luca, place: elsewhere });
    expect(opened).toEqual({ is: 'notGenuine' });
  });
});

/** WebCrypto has several threads: asked one thing at a time, it would use one of them. */
const atOnce = <In, Out>(inputs: readonly In[], open: (input: In) => Promise<Out>): Promise<Out[]> =>
  Promise.all(inputs.map(open));

function base64() {
  return fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64'));
}
