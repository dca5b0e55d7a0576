/**
 * Sealing and opening by scheme: 0 leaves everything as it is, 1 is the envelope of `scheme1.ts`, 2 that of `scheme2.ts`,
 * which alone says who wrote it: whoever seals under it names themselves and the place, whoever opens it whom and where.
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

/** Those that know no author. */
type Unsigned = Exclude<Scheme, typeof CryptoSchema.v2>;

/** A message needs at least one recipient (A5.1). */
export class NoParticipantsError extends Error {
  override readonly name = 'NoParticipantsError';

  constructor() {
    super('there are no participants');
  }
}

/**
 * Under which scheme something is sealed: 2 where the setting wants it, the sender's device can sign, and every recipient's
 * bundle has the keys for it, else 1. A recipient without any key is refused when it comes to sealing: whoever seals leaves
 * them out before (`canWrap`).
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
 * Seals a text for the recipients: the sender is one of them only where named.
 * @returns scheme 0: the text; schemes 1 and 2: the JSON text of an envelope. Rejects with NoParticipantsError, under any
 *   scheme, and with PublicKeyError; under scheme 2 with PrivateKeyError where the device cannot sign.
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
 * The text, or null where it is not addressed to the reader; under scheme 1 also where it is not whole, under scheme 2 it
 * is not genuine then. Never rejects, whatever arrived.
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
 * @returns scheme 0: base64 of the bytes; schemes 1 and 2: base64 of the JSON text of an envelope. Rejects as `sealText`.
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

/** The bytes of a file, or as `openText`. Rejects only where its text is held elsewhere and cannot be had. */
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
 * A sealed text that further people can read as well: its words, and the keys of those who could already, stay untouched.
 * @param reader somebody for whom it is sealed
 * @returns scheme 0: the text; schemes 1 and 2: the JSON text of the envelope, or null where the reader cannot open it.
 *   Rejects with PublicKeyError.
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

/** The reader's own key in the envelope of a text, or of a file; null where there is none. */
export const ownKeyIn = (sealed: string, reader: Pick<Reader, 'uniqueId'>): string | null => {
  const envelope = readEnvelope(sealedEnvelope, sealed);
  return (envelope && findKey(envelope, reader)?.encryptedKey) ?? null;
};

export async function ownKeyInFile(base64: FileText, reader: Pick<Reader, 'uniqueId'>): Promise<string | null> {
  const stored = fromBase64(await textOf(base64));
  return ownKeyIn((stored && fromUtf8(stored)) ?? '', reader);
}

/**
 * Gives a message key to further people: what it seals stays as it is.
 * @param encryptedKey the reader's own, out of an envelope's RecipientKeys; it tells its scheme by itself
 * @returns null where it is not the reader's. Rejects with PublicKeyError where a recipient's key is none.
 */
export const rewrapKey = (
  encryptedKey: string,
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<RecipientKey[] | null> =>
  schemeOfKey(encryptedKey) === CryptoSchema.v2
    ? scheme2.rewrapKey(encryptedKey, reader, recipients)
    : scheme1.rewrapKey(encryptedKey, reader, recipients);

/** Under which scheme a key is wrapped: its length tells. */
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
