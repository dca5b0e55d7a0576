/**
 * Sealing and opening by scheme: 0 is plain, 1 the envelope of `scheme1.ts`, 2 that of `scheme2.ts`, which alone proves its author.
 * Under scheme 2 the author names themselves and the place, and the reader the claimed author and place.
 */
import {
  CryptoSchema,
  encode,
  NOT_GENUINE,
  type NotGenuine,
  type RecipientKey,
  type Scheme,
  sealedEnvelope,
  type SealedOrigin,
  signedEnvelope,
  type FileText,
  textOf,
} from '@earth/contracts';
import { type Bytes, fromBase64, fromUtf8, toBase64, toUtf8 } from './bytes';
import { findKey, readEnvelope } from './envelope';
import type { Reader, Recipient } from './people';
import { PrivateKeyError } from './private-keys';
import { importPublicKey } from './public-keys';
import * as scheme1 from './scheme1';
import * as scheme2 from './scheme2';
import type { Author } from './scheme2';

/** Schemes without an author. */
type Unsigned = Exclude<Scheme, typeof CryptoSchema.v2>;

/** A message needs at least one recipient (A5.1). */
export class NoParticipantsError extends Error {
  override readonly name = 'NoParticipantsError';

  constructor() {
    super('there are no participants');
  }
}

/**
 * Chooses the scheme: 2 if the setting wants it, the author's device can sign, and each recipient's bundle has the keys; otherwise 1. A
 * recipient without a usable key makes the sealing fail, so the caller leaves them out before (`canWrap`).
 */
export async function schemeFor(
  setting: Scheme,
  sender: Reader | null,
  recipients: readonly Recipient[],
): Promise<Scheme> {
  if (setting !== CryptoSchema.v2) return setting;
  if (!sender?.keys.ed25519 || !sender.keys.x25519) return CryptoSchema.v1;
  try {
    await Promise.all(recipients.map(({ publicKey }) => importPublicKey(publicKey, 'x25519')));
    return CryptoSchema.v2;
  } catch {
    return CryptoSchema.v1;
  }
}

/**
 * Seals a text for the recipients; the author is one of them only if named.
 * @returns scheme 0: the text; schemes 1 and 2: the JSON text of an envelope. Rejects with NoParticipantsError, under any scheme, and
 *   with PublicKeyError; under scheme 2 with PrivateKeyError if the device cannot sign.
 */
export async function sealText(scheme: Unsigned, text: string, recipients: readonly Recipient[]): Promise<string>;
export async function sealText(
  scheme: Scheme,
  text: string,
  recipients: readonly Recipient[],
  author: Author | null,
): Promise<string>;
export async function sealText(
  scheme: Scheme,
  text: string,
  recipients: readonly Recipient[],
  author: Author | null = null,
): Promise<string> {
  if (recipients.length === 0) throw new NoParticipantsError();
  return scheme === CryptoSchema.none ? text : await sealBytes(scheme, toUtf8(text), recipients, author);
}

/**
 * Opens a text. Null if it is not addressed to the reader; under scheme 1 also if it was altered, which is NotGenuine under scheme 2.
 * Never rejects, whatever arrived.
 */
export async function openText(scheme: Unsigned, sealed: string, reader: Reader): Promise<string | null>;
export async function openText(
  scheme: Scheme,
  sealed: string,
  reader: Reader,
  origin: SealedOrigin,
): Promise<string | NotGenuine | null>;
export async function openText(
  scheme: Scheme,
  sealed: string,
  reader: Reader,
  origin?: SealedOrigin,
): Promise<string | NotGenuine | null> {
  if (scheme === CryptoSchema.none) return sealed;
  const bytes = await openBytes(scheme, sealed, reader, origin);
  if (!(bytes instanceof Uint8Array)) return bytes;
  return fromUtf8(bytes) ?? (scheme === CryptoSchema.v2 ? NOT_GENUINE : null);
}

/**
 * Seals a file for the recipients.
 * @returns scheme 0: base64 of the bytes; schemes 1 and 2: base64 of the JSON text of an envelope. Rejects like `sealText`.
 */
export async function sealFile(scheme: Unsigned, bytes: Uint8Array, recipients: readonly Recipient[]): Promise<string>;
export async function sealFile(
  scheme: Scheme,
  bytes: Uint8Array,
  recipients: readonly Recipient[],
  author: Author | null,
): Promise<string>;
export async function sealFile(
  scheme: Scheme,
  bytes: Uint8Array,
  recipients: readonly Recipient[],
  author: Author | null = null,
): Promise<string> {
  if (recipients.length === 0) throw new NoParticipantsError();
  if (scheme === CryptoSchema.none) return toBase64(bytes);
  return toBase64(toUtf8(await sealBytes(scheme, new Uint8Array(bytes), recipients, author)));
}

/** Opens a file, with results like `openText`. Rejects only if its text is stored elsewhere and cannot be loaded. */
export async function openFile(scheme: Unsigned, base64: FileText, reader: Reader): Promise<Bytes | null>;
export async function openFile(
  scheme: Scheme,
  base64: FileText,
  reader: Reader,
  origin: SealedOrigin,
): Promise<Bytes | NotGenuine | null>;
export async function openFile(
  scheme: Scheme,
  base64: FileText,
  reader: Reader,
  origin?: SealedOrigin,
): Promise<Bytes | NotGenuine | null> {
  const stored = fromBase64(await textOf(base64));
  if (scheme === CryptoSchema.none) return stored;
  return await openBytes(scheme, (stored && fromUtf8(stored)) ?? '', reader, origin);
}

/**
 * Adds recipients to a sealed text; its content and existing keys stay untouched.
 * @param reader a recipient of the text
 * @returns scheme 0: the text; schemes 1 and 2: the JSON text of the envelope, or null if the reader cannot open it. Rejects with
 *   PublicKeyError.
 */
export async function addRecipients(
  scheme: Scheme,
  sealed: string,
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<string | null> {
  if (scheme === CryptoSchema.none) return sealed;
  const schema = scheme === CryptoSchema.v1 ? sealedEnvelope : signedEnvelope;
  const envelope = readEnvelope(schema, sealed);
  const mine = envelope && findKey(envelope, reader);
  if (!mine) return null;
  const known = new Set(envelope.recipientKeys.map(({ recipientId }) => recipientId));
  const added = await rewrapKey(
    mine.encryptedKey,
    reader,
    recipients.filter(({ uniqueId }) => !known.has(uniqueId)),
  );
  if (!added) return null;
  return JSON.stringify(encode(schema, { ...envelope, recipientKeys: [...envelope.recipientKeys, ...added] }));
}

/** The reader's own key in the envelope of a text or file; null if there is none. */
export const ownKeyIn = (sealed: string, reader: Pick<Reader, 'uniqueId'>): string | null => {
  const envelope = readEnvelope(sealedEnvelope, sealed);
  return (envelope && findKey(envelope, reader)?.encryptedKey) ?? null;
};

export async function ownKeyInFile(base64: FileText, reader: Pick<Reader, 'uniqueId'>): Promise<string | null> {
  const stored = fromBase64(await textOf(base64));
  return ownKeyIn((stored && fromUtf8(stored)) ?? '', reader);
}

/**
 * Wraps a message key for more people; the sealed thing stays as it is.
 * @param encryptedKey the reader's own, from an envelope's RecipientKeys; its length tells the scheme
 * @returns null if it is not the reader's. Rejects with PublicKeyError if a recipient's key is invalid.
 */
export const rewrapKey = (
  encryptedKey: string,
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<RecipientKey[] | null> =>
  schemeOfKey(encryptedKey) === CryptoSchema.v2
    ? scheme2.rewrapKey(encryptedKey, reader, recipients)
    : scheme1.rewrapKey(encryptedKey, reader, recipients);

/** Scheme of a wrapped key, by its length. */
export const schemeOfKey = (encryptedKey: string): Enveloped =>
  scheme2.isWrappedKey(encryptedKey) ? CryptoSchema.v2 : CryptoSchema.v1;

type Enveloped = Exclude<Scheme, typeof CryptoSchema.none>;

async function sealBytes(scheme: Enveloped, bytes: Bytes, recipients: readonly Recipient[], author: Author | null) {
  switch (scheme) {
    case CryptoSchema.v1:
      return await scheme1.sealEnvelope(bytes, recipients);
    case CryptoSchema.v2:
      if (!author) throw new PrivateKeyError();
      return await scheme2.sealEnvelope(bytes, recipients, author);
  }
}

async function openBytes(scheme: Enveloped, json: string, reader: Reader, origin?: SealedOrigin) {
  switch (scheme) {
    case CryptoSchema.v1:
      return await scheme1.openEnvelope(json, reader);
    case CryptoSchema.v2:
      return origin ? await scheme2.openEnvelope(json, reader, origin) : NOT_GENUINE;
  }
}
