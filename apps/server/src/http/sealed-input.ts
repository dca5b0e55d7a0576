/**
 * What the server checks of things that it cannot read: that they are envelopes, whom they are for, and how large they
 * are. Scheme 0 is plain text, and files are base64 of their bytes; scheme 1 is the JSON text of an envelope, and files
 * are base64 of that text.
 */
import { decode, encode, type RecipientKey, type Scheme, type SealedEnvelope, sealedEnvelope } from '@earth/contracts';
import { ApiError } from './api-error';

interface Sealed {
  /** The field's name on the wire, for the error. */
  readonly field: string;
  readonly value: string;
  readonly scheme: Scheme;
  /** The ids of those for whom it may be sealed. */
  readonly people: ReadonlySet<string>;
}

/** What stands before the text in an envelope's message: salt and IV. */
const HEAD_BYTES = 32 + 16;
const BLOCK_BYTES = 16;

/**
 * @returns the keys in its envelope: none under scheme 0
 * @throws ApiError `envelopeInvalid`, `recipientUnknown`
 */
export function checkSealedText({ field, value, scheme, people }: Sealed): readonly RecipientKey[] {
  return scheme === 1 ? checkEnvelope(field, value, people).keys : [];
}

/**
 * What is stored, with the keys that a grown copy of it brings for further people. The message and the keys that are
 * there stay as they are stored, so that nobody can put other words, or a useless key, in their place.
 * @throws ApiError `envelopeInvalid` where it is another message; `recipientUnknown`
 */
export function growSealedText(stored: string, { field, value, scheme, people }: Sealed): string {
  const there = readEnvelope(stored);
  const isSame = scheme === 1 ? readEnvelope(value)?.message === there?.message : value === stored;
  if (!isSame) throw new ApiError('envelopeInvalid', field);
  const readers = there?.recipientKeys.map(({ recipientId }) => recipientId) ?? [];
  return addKeys(stored, checkSealedText({ field, value, scheme, people: new Set([...people, ...readers]) }));
}

/**
 * An envelope's text with keys for whoever is not in it yet; of two keys for one person the first, as whoever opens it
 * takes the first. What is no envelope stays as it is.
 */
export function addKeys(stored: string, keys: readonly RecipientKey[]): string {
  const envelope = readEnvelope(stored);
  if (!envelope) return stored;
  const known = new Set(envelope.recipientKeys.map(({ recipientId }) => recipientId));
  const further: RecipientKey[] = [];
  for (const key of keys) {
    if (known.has(key.recipientId)) continue;
    known.add(key.recipientId);
    further.push(key);
  }
  if (further.length === 0) return stored;
  const grown = { ...envelope, recipientKeys: [...envelope.recipientKeys, ...further] };
  return JSON.stringify(encode(sealedEnvelope, grown));
}

export interface FileInput {
  /** As they are stored: the bytes themselves, or the text of their envelope. */
  readonly bytes: Buffer;
  /** How many the plain bytes are; under scheme 1 up to 15 fewer than they are. */
  readonly plainBytes: number;
  /** Those in its envelope: none under scheme 0. */
  readonly keys: readonly RecipientKey[];
}

/**
 * Reads a file out of its base64, with or without `data:…;base64,` before it.
 * @param maxBytes the most plain bytes
 * @throws ApiError `invalidInput`, `tooLarge`, `envelopeInvalid`, `recipientUnknown`
 */
export function readSealedFile({ field, value, scheme, people }: Sealed, maxBytes: number): FileInput {
  const base64 = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;
  const bytes = readBase64(base64);
  if (!bytes?.length) throw new ApiError('invalidInput', field);
  const { plainBytes, keys } =
    scheme === 1 ? checkEnvelope(field, bytes.toString('utf8'), people) : { plainBytes: bytes.length, keys: [] };
  if (plainBytes > maxBytes) throw new ApiError('tooLarge', field);
  return { bytes, plainBytes, keys };
}

/** `plainBytes`: how many bytes it seals; the padding makes that up to 15 fewer than there are. */
function checkEnvelope(field: string, text: string, people: ReadonlySet<string>) {
  const envelope = readEnvelope(text);
  if (!envelope) throw new ApiError('envelopeInvalid', field);
  const { message, recipientKeys } = envelope;
  const textBytes = (readBase64(message)?.length ?? 0) - HEAD_BYTES;
  const isSealed = textBytes >= BLOCK_BYTES && textBytes % BLOCK_BYTES === 0;
  const hasKeys = recipientKeys.length > 0 && recipientKeys.every((key) => readBase64(key.encryptedKey)?.length);
  if (!isSealed || !hasKeys) throw new ApiError('envelopeInvalid', field);
  if (recipientKeys.some((key) => !people.has(key.recipientId))) throw new ApiError('recipientUnknown', field);
  return { plainBytes: textBytes - BLOCK_BYTES, keys: recipientKeys };
}

/** Null where a text is no envelope. */
function readEnvelope(text: string): SealedEnvelope | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const envelope = decode(sealedEnvelope, raw);
  return envelope.success ? envelope.data : null;
}

/** The bytes that a base64 text (RFC 4648, 4) stands for; null where it is none. */
function readBase64(text: string): Buffer | null {
  // Reading forgives whatever is no base64; what was left out shows in writing. An expression would take ten times as long.
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
