/**
 * What the server checks of things that it cannot read: that they are envelopes, whom they are for, and how large they
 * are. Scheme 0 is plain text, and files are base64 of their bytes; schemes 1 and 2 are the JSON text of an envelope, and
 * files are base64 of that text. Who signed what is for its readers to check.
 */
import {
  type AnyEnvelope,
  anyEnvelope,
  CryptoSchema,
  decode,
  encode,
  type FileText,
  type RecipientKey,
  type Scheme,
  type SignedEnvelope,
} from '@earth/contracts';
import { ApiError } from './api-error';

export interface Readers {
  /** The ids of those for whom something may be sealed. */
  readonly people: ReadonlySet<string>;
  /** Nobody of them may be left out. */
  readonly isForAll?: boolean;
}

interface Sealed<Value = string> extends Readers {
  /** The field's name on the wire, for the error. */
  readonly field: string;
  readonly value: Value;
  readonly scheme: Scheme;
}

/** What stands before the text in an envelope's message: salt and IV. */
const HEAD_BYTES = 32 + 16;
const BLOCK_BYTES = 16;
/** Scheme 1: 1 to 16 bytes of padding fill the last block, and only who opens it sees how many. */
const UNSURE_BYTES = BLOCK_BYTES - 1;
/** Scheme 2: nonce and tag; a key is HPKE's. */
const NONCE_AND_TAG_BYTES = 12 + 16;
const HPKE_KEY_BYTES = 80;
const COMMITMENT_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * @returns the keys in its envelope: none under scheme 0
 * @throws ApiError `envelopeInvalid`, `recipientUnknown`
 */
export function checkSealedText(sealed: Sealed): readonly RecipientKey[] {
  return sealed.scheme === CryptoSchema.none ? [] : checkEnvelope(sealed).keys;
}

/**
 * What is stored, with the keys that a grown copy of it brings for further people. The message and the keys that are
 * there stay as they are stored, so that nobody can put other words, or a useless key, in their place.
 * @throws ApiError `envelopeInvalid` where it is another message; `recipientUnknown`
 */
export function growSealedText(stored: string, { field, value, scheme, people }: Sealed): string {
  const there = readEnvelope(stored);
  const isSame = scheme === CryptoSchema.none ? value === stored : readEnvelope(value)?.message === there?.message;
  if (!isSame) throw new ApiError('envelopeInvalid', field);
  const readers = there?.recipientKeys.map(({ recipientId }) => recipientId) ?? [];
  return addKeys(stored, checkSealedText({ field, value, scheme, people: new Set([...people, ...readers]) }));
}

/**
 * An envelope's text with keys for whoever is not in it yet; of two keys for one person the first, as whoever opens it
 * takes the first. What is no envelope stays as it is.
 */
export function addKeys(stored: string, keys: readonly RecipientKey[]): string {
  const there = readEnvelope(stored);
  if (!there) return stored;
  const known = new Set(there.recipientKeys.map(({ recipientId }) => recipientId));
  const further: RecipientKey[] = [];
  for (const key of keys) {
    if (known.has(key.recipientId)) continue;
    known.add(key.recipientId);
    further.push(key);
  }
  if (further.length === 0) return stored;
  const grown = { ...there, recipientKeys: [...there.recipientKeys, ...further] };
  return JSON.stringify(encode(anyEnvelope, grown));
}

export interface FileInput {
  /** As they are stored: the bytes themselves, or the text of their envelope. */
  readonly bytes: Buffer;
  /** How many the plain bytes are, or at most are: under scheme 1 it may be up to 15 fewer. */
  readonly plainBytes: number;
  /** How many they are at least. */
  readonly leastBytes: number;
  /** Those in its envelope: none under scheme 0. */
  readonly keys: readonly RecipientKey[];
}

/**
 * Reads a file out of its base64, with or without `data:…;base64,` before it.
 * @param maxBytes the most plain bytes
 * @throws ApiError `invalidInput`, `tooLarge`, `envelopeInvalid`, `recipientUnknown`
 */
export function readSealedFile(sealed: Sealed<FileText>, maxBytes: number): FileInput {
  const { field, value, scheme } = sealed;
  // Held elsewhere: in a browser alone.
  if (typeof value !== 'string') throw new ApiError('invalidInput', field);
  const base64 = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;
  const bytes = readBase64(base64);
  if (!bytes?.length) throw new ApiError('invalidInput', field);
  const { plainBytes, keys } =
    scheme === CryptoSchema.none
      ? { plainBytes: bytes.length, keys: [] }
      : checkEnvelope({ ...sealed, value: bytes.toString('utf8') });
  // A file of just the limit passes, whatever its padding.
  const leastBytes = scheme === CryptoSchema.v1 ? plainBytes - UNSURE_BYTES : plainBytes;
  if (leastBytes > maxBytes) throw new ApiError('tooLarge', field);
  return { bytes, plainBytes, leastBytes, keys };
}

/** `plainBytes`: how many bytes it seals at most. */
function checkEnvelope({ field, value, scheme, people, isForAll = false }: Sealed) {
  const sealed = readEnvelope(value);
  const plainBytes = sealed && (scheme === CryptoSchema.v2 ? signedBytes(sealed) : paddedBytes(sealed));
  if (!sealed?.recipientKeys.length || plainBytes === null) throw new ApiError('envelopeInvalid', field);
  const readers = new Set(sealed.recipientKeys.map(({ recipientId }) => recipientId));
  const named = [readers, ...(isSigned(sealed) ? [new Set(sealed.recipients)] : [])];
  for (const some of named) {
    const hasOthers = [...some].some((one) => !people.has(one));
    // Without others, as many are all of them.
    if (hasOthers || (isForAll && some.size < people.size)) throw new ApiError('recipientUnknown', field);
  }
  return { plainBytes, keys: sealed.recipientKeys };
}

const isSigned = (sealed: AnyEnvelope): sealed is SignedEnvelope => 'signature' in sealed;

/** How many bytes an envelope of scheme 1 seals at most; null where it is none. */
function paddedBytes({ message, recipientKeys }: AnyEnvelope): number | null {
  const textBytes = (readBase64(message)?.length ?? 0) - HEAD_BYTES;
  const isSealed = textBytes >= BLOCK_BYTES && textBytes % BLOCK_BYTES === 0;
  return isSealed && recipientKeys.every((key) => readBase64(key.encryptedKey)?.length) ? textBytes - 1 : null;
}

/** How many bytes an envelope of scheme 2 seals; null where it is none. */
function signedBytes(sealed: AnyEnvelope): number | null {
  if (!isSigned(sealed) || sealed.recipients.length === 0) return null;
  const { keyCommitment, message, recipientKeys, signature } = sealed;
  const has = (text: string, bytes: number) => readBase64(text)?.length === bytes;
  const isWhole = has(keyCommitment, COMMITMENT_BYTES) && has(signature, SIGNATURE_BYTES);
  if (!isWhole || !recipientKeys.every((key) => has(key.encryptedKey, HPKE_KEY_BYTES))) return null;
  const plainBytes = (readBase64(message)?.length ?? 0) - NONCE_AND_TAG_BYTES;
  return plainBytes >= 0 ? plainBytes : null;
}

/** Null where a text is no envelope. */
function readEnvelope(text: string): AnyEnvelope | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = decode(anyEnvelope, raw);
  return read.success ? read.data : null;
}

/** The bytes that a base64 text (RFC 4648, 4) stands for; null where it is none. */
export function readBase64(text: string): Buffer | null {
  // Reading forgives whatever is no base64; what was left out shows in writing. An expression would take ten times as long.
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
