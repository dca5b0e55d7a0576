/**
 * Checks of sealed input, which the server cannot read: that it is an envelope, its recipients, and its size. Scheme 0 is plain
 * text, and files are base64 of their bytes; schemes 1 and 2 are the JSON text of an envelope, and files are base64 of that text.
 * Signatures are checked by the readers.
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
  /** The ids of the permitted recipients. */
  readonly people: ReadonlySet<string>;
  /** Every one of them must be a recipient. */
  readonly isForAll?: boolean;
}

interface Sealed<Value = string> extends Readers {
  /** The field's name on the wire, for the error. */
  readonly field: string;
  readonly value: Value;
  readonly scheme: Scheme;
}

/** The head of an envelope's message: salt and IV. */
const HEAD_BYTES = 32 + 16;
const BLOCK_BYTES = 16;
/** Scheme 1: the last block has 1 to 16 bytes of padding, and only a recipient can tell how many. */
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
 * Adds to a stored envelope the keys that a copy of it brings for further people. The stored message and keys stay, so that nobody
 * can replace them with other words or a useless key.
 * @throws ApiError `envelopeInvalid` if it is another message; `recipientUnknown`
 */
export function growSealedText(stored: string, { field, value, scheme, people }: Sealed): string {
  const there = readEnvelope(stored);
  const isSame = scheme === CryptoSchema.none ? value === stored : readEnvelope(value)?.message === there?.message;
  if (!isSame) throw new ApiError('envelopeInvalid', field);
  const readers = there?.recipientKeys.map(({ recipientId }) => recipientId) ?? [];
  return addKeys(stored, checkSealedText({ field, value, scheme, people: new Set([...people, ...readers]) }));
}

/**
 * Adds keys to an envelope's text for people who have none yet. Of two keys for one person the first is used, as by readers. Text
 * that is no envelope stays as it is.
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
  /** As stored: the bytes themselves, or the text of their envelope. */
  readonly bytes: Buffer;
  /** The number of plain bytes, or its upper bound: under scheme 1 there may be up to 15 fewer. */
  readonly plainBytes: number;
  /** The lower bound. */
  readonly leastBytes: number;
  /** The keys in its envelope: none under scheme 0. */
  readonly keys: readonly RecipientKey[];
}

/**
 * Reads a file from its base64, with or without `data:…;base64,` before it.
 * @param maxBytes limit of plain bytes
 * @throws ApiError `invalidInput`, `tooLarge`, `envelopeInvalid`, `recipientUnknown`
 */
export function readSealedFile(sealed: Sealed<FileText>, maxBytes: number): FileInput {
  const { field, value, scheme } = sealed;
  // A reference to a file that only the browser has.
  if (typeof value !== 'string') throw new ApiError('invalidInput', field);
  const base64 = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;
  const bytes = readBase64(base64);
  if (!bytes?.length) throw new ApiError('invalidInput', field);
  const { plainBytes, keys } =
    scheme === CryptoSchema.none
      ? { plainBytes: bytes.length, keys: [] }
      : checkEnvelope({ ...sealed, value: bytes.toString('utf8') });
  // A file of exactly the limit passes, whatever its padding.
  const leastBytes = scheme === CryptoSchema.v1 ? plainBytes - UNSURE_BYTES : plainBytes;
  if (leastBytes > maxBytes) throw new ApiError('tooLarge', field);
  return { bytes, plainBytes, leastBytes, keys };
}

/** `plainBytes`: an upper bound of the sealed bytes. */
function checkEnvelope({ field, value, scheme, people, isForAll = false }: Sealed) {
  const sealed = readEnvelope(value);
  const plainBytes = sealed && (scheme === CryptoSchema.v2 ? signedBytes(sealed) : paddedBytes(sealed));
  if (!sealed?.recipientKeys.length || plainBytes === null) throw new ApiError('envelopeInvalid', field);
  const readers = new Set(sealed.recipientKeys.map(({ recipientId }) => recipientId));
  const named = [readers, ...(isSigned(sealed) ? [new Set(sealed.recipients)] : [])];
  for (const some of named) {
    const hasOthers = [...some].some((one) => !people.has(one));
    // Without unknown recipients, an equal count means that nobody is missing.
    if (hasOthers || (isForAll && some.size < people.size)) throw new ApiError('recipientUnknown', field);
  }
  return { plainBytes, keys: sealed.recipientKeys };
}

const isSigned = (sealed: AnyEnvelope): sealed is SignedEnvelope => 'signature' in sealed;

/** Upper bound of the bytes in an envelope of scheme 1; null if it is none. */
function paddedBytes({ message, recipientKeys }: AnyEnvelope): number | null {
  const textBytes = (readBase64(message)?.length ?? 0) - HEAD_BYTES;
  const isSealed = textBytes >= BLOCK_BYTES && textBytes % BLOCK_BYTES === 0;
  return isSealed && recipientKeys.every((key) => readBase64(key.encryptedKey)?.length) ? textBytes - 1 : null;
}

const has = (text: string, bytes: number) => readBase64(text)?.length === bytes;

/** Whether a key has the form of those in an envelope of scheme 2. */
export const isSignedKey = ({ encryptedKey }: RecipientKey): boolean => has(encryptedKey, HPKE_KEY_BYTES);

/** The number of bytes in an envelope of scheme 2; null if it is none. */
function signedBytes(sealed: AnyEnvelope): number | null {
  if (!isSigned(sealed) || sealed.recipients.length === 0) return null;
  const { keyCommitment, message, recipientKeys, signature } = sealed;
  const isWhole = has(keyCommitment, COMMITMENT_BYTES) && has(signature, SIGNATURE_BYTES);
  if (!isWhole || !recipientKeys.every(isSignedKey)) return null;
  const plainBytes = (readBase64(message)?.length ?? 0) - NONCE_AND_TAG_BYTES;
  return plainBytes >= 0 ? plainBytes : null;
}

/** @returns null if the text is no envelope */
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

/** Decodes base64 (RFC 4648, 4); null if the text is not base64. */
export function readBase64(text: string): Buffer | null {
  // Decoding ignores invalid characters; encoding the result again reveals them. A regular expression would take ten times as long.
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
