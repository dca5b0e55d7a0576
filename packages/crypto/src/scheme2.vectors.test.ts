/** Scheme 2, fixed: each vector is opened by our code, and again by Node.js's own cryptography (`testing/by-node.ts`). */
import { NOT_GENUINE, type SealedPlace as Place } from '@earth/contracts';
import { expect, test } from 'vitest';
import { people as everybody } from '../../../interop/crypto-scheme1.json';
import vectors from '../../../interop/crypto-scheme2.json';
import { openByNode, signByNode } from '../testing/by-node';
import { importPrivateKeys, openFile, openText, sealFile, sealText } from './index';
import { sealEnvelope } from './scheme2';

type Name = keyof typeof everybody;
const isName = (name: string): name is Name => name in everybody;

function personOf(name: string) {
  if (!isName(name)) throw new Error(`Nobody is called ${name}`);
  return everybody[name];
}

async function readerOf(name: string) {
  const { uniqueId, privateKey } = personOf(name);
  return { uniqueId, keys: await importPrivateKeys(privateKey) };
}

const KINDS = {
  subject: 0,
  message: 0,
  file: 0,
  pic: 0,
  drawing: 0,
  notes: 0,
  preview: 0,
  knownKeys: 0,
  labels: 0,
  rating: 0,
  profilePicture: 0,
  recording: 0,
  contactNote: 0,
} satisfies Record<Place['kind'], 0>;
const isKind = (kind: string): kind is Place['kind'] => kind in KINDS;

interface Fixed {
  readonly author: string;
  readonly place: {
    readonly kind: string;
    readonly within: string;
    readonly id: string | null;
    readonly fileName?: string;
    readonly takenBy?: string;
  };
}

function originOf({ author, place }: Fixed) {
  const { kind, within, id, fileName, takenBy } = place;
  if (!isKind(kind)) throw new Error(`Nothing is a ${kind}`);
  return { sender: personOf(author), place: { kind, within, id, fileName, takenBy } };
}

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const jsonOf = ({ form, sealed }: { form: string; sealed: string }) =>
  form === 'text' ? sealed : Buffer.from(sealed, 'base64').toString();

test.each(vectors.opens)('opens for each reader: $name', async (vector) => {
  const open = vector.form === 'text' ? openText : openFile;
  for (const name of vector.readers) {
    const opened = await open(2, vector.sealed, await readerOf(name), originOf(vector));
    expect(opened).toEqual(vector.plainText ?? fromHex(vector.plainHex));
  }
});

test.each(vectors.opens)('Node.js’s own cryptography opens: $name', (vector) => {
  const claim = originOf(vector);
  for (const name of vector.readers) {
    const opened = openByNode(jsonOf(vector), { reader: personOf(name), ...claim });
    expect(opened.messageKey).toBe(vector.messageKey);
    expect(opened.aesKey).toBe(vector.aesKey);
    expect(opened.plain.toString('hex')).toBe(vector.plainHex);
  }
});

test.each(vectors.opens)('is sealed again to the same message and signature: $name', async (vector) => {
  const { sender, place } = originOf(vector);
  const author = { sender: { ...sender, ...(await readerOf(vector.author)) }, place };
  const secrets = { messageKey: fromHex(vector.messageKey), nonce: fromHex(vector.nonce) };
  const again = await sealEnvelope(fromHex(vector.plainHex), vector.recipients.map(personOf), author, secrets);
  const withoutKeys = (json: string): unknown => ({ ...JSON.parse(json), RecipientKeys: null });
  expect(withoutKeys(again)).toEqual(withoutKeys(jsonOf(vector)));
});

test.each(vectors.mustFail)('$gives: $name', async (vector) => {
  const open = vector.form === 'text' ? openText : openFile;
  const opened = await open(2, vector.sealed, await readerOf(vector.reader), originOf(vector));
  expect(opened).toEqual(vector.gives === 'nothing' ? null : NOT_GENUINE);
});

test('the cases that must fail start from an envelope that opens', async () => {
  const vector = vectors.mustFail[0];
  if (!vector) throw new Error('There is none');
  expect(await openText(2, vector.sealed, await readerOf('giulia'), originOf(vector))).toBe(
    'The feed pump has stopped.',
  );
});

test('Node.js’s own cryptography opens what is sealed now, a text and a file', async () => {
  const { luca, giulia } = everybody;
  const place: Place = { kind: 'file', within: 'a call', id: '«1»', fileName: 'guarnizione «A».jpg' };
  const author = { sender: await readerOf('luca'), place };
  const [text, file] = ['The pump is dry — «a secco»', crypto.getRandomValues(new Uint8Array(50_000))];
  const sealedText = await sealText(2, text, [luca, giulia], author);
  const sealedFile = Buffer.from(await sealFile(2, file, [luca, giulia], author), 'base64').toString();
  for (const reader of [luca, giulia]) {
    expect(openByNode(sealedText, { reader, sender: luca, place }).plain.toString()).toBe(text);
    expect(openByNode(sealedFile, { reader, sender: luca, place }).plain.equals(file)).toBe(true);
  }
});

test('signing another author’s envelope makes it genuine for neither author', async () => {
  const { luca, giulia, outsider } = everybody;
  const place: Place = { kind: 'message', within: 'a call', id: '1' };
  const sealed = await sealText(2, 'Stop it', [luca, giulia], { sender: await readerOf('luca'), place });
  for (const sender of [luca, outsider]) {
    const signed = signByNode(sealed, { sender, place }, outsider.privateKey);
    expect(await openText(2, signed, await readerOf('giulia'), { sender, place })).toEqual(NOT_GENUINE);
  }
});
