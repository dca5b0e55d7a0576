/** Sealing and opening by scheme: 0 leaves everything as it is, 1 is the envelope of `scheme1.ts`. */
import { CryptoSchema, type Scheme } from '@earth/contracts';
import { type Bytes, fromBase64, fromUtf8, toBase64, toUtf8 } from './bytes';
import { addToEnvelope, openEnvelope, type Reader, type Recipient, sealEnvelope } from './scheme1';

/** A message needs at least one recipient (Assist 5). */
export class NoParticipantsError extends Error {
  override readonly name = 'NoParticipantsError';

  constructor() {
    super('there are no participants');
  }
}

/**
 * Seals a text for the recipients: the sender is one of them only where named.
 * @returns scheme 0: the text; scheme 1: the JSON text of an envelope. Rejects with NoParticipantsError, under either
 *   scheme, and with PublicKeyError.
 */
export async function sealText(scheme: Scheme, text: string, recipients: readonly Recipient[]): Promise<string> {
  if (recipients.length === 0) throw new NoParticipantsError();
  switch (scheme) {
    case CryptoSchema.none:
      return text;
    case CryptoSchema.v1:
      return await sealEnvelope(toUtf8(text), recipients);
  }
}

/** The text, or null where it is not addressed to the reader or is not whole. Never rejects, whatever arrived. */
export async function openText(scheme: Scheme, sealed: string, reader: Reader): Promise<string | null> {
  switch (scheme) {
    case CryptoSchema.none:
      return sealed;
    case CryptoSchema.v1: {
      const bytes = await openEnvelope(sealed, reader);
      return bytes && fromUtf8(bytes);
    }
  }
}

/**
 * Seals a file for the recipients.
 * @returns scheme 0: base64 of the bytes; scheme 1: base64 of the JSON text of an envelope. Rejects as `sealText`.
 */
export async function sealFile(scheme: Scheme, bytes: Uint8Array, recipients: readonly Recipient[]): Promise<string> {
  if (recipients.length === 0) throw new NoParticipantsError();
  switch (scheme) {
    case CryptoSchema.none:
      return toBase64(bytes);
    case CryptoSchema.v1:
      return toBase64(toUtf8(await sealEnvelope(new Uint8Array(bytes), recipients)));
  }
}

/** The bytes of a file, or null where it is not addressed to the reader or is not whole. Never rejects. */
export async function openFile(scheme: Scheme, base64: string, reader: Reader): Promise<Bytes | null> {
  const stored = fromBase64(base64);
  switch (scheme) {
    case CryptoSchema.none:
      return stored;
    case CryptoSchema.v1: {
      const json = stored && fromUtf8(stored);
      return json === null ? null : await openEnvelope(json, reader);
    }
  }
}

/**
 * A sealed text that further people can read as well: its words, and the keys of those who could already, stay untouched.
 * @param reader somebody for whom it is sealed
 * @returns scheme 0: the text; scheme 1: the JSON text of the envelope, or null where the reader cannot open it. Rejects
 *   with PublicKeyError.
 */
export async function addRecipients(
  scheme: Scheme,
  sealed: string,
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<string | null> {
  switch (scheme) {
    case CryptoSchema.none:
      return sealed;
    case CryptoSchema.v1:
      return await addToEnvelope(sealed, reader, recipients);
  }
}
