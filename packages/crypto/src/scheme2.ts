/**
 * Scheme 2: authenticated, signed, and bound to its place. An envelope is JSON text:
 *
 *     { "Message": M, "RecipientKeys": [{ "CriptedKey": K, "RecipientId": id }, …],
 *       "Recipients": [id, …], "KeyCommitment": C, "Signature": S }
 *
 * | part         | bytes   | what it is                                                                              |
 * |--------------|---------|-----------------------------------------------------------------------------------------|
 * | message key  | 32      | random; a new one for each envelope                                                     |
 * | AES key, C   | 32 + 32 | HKDF-SHA-256 of the message key, no salt, info `earth/message/v2`; C in base64          |
 * | M, base64 of | 0 … 11  | nonce, random                                                                           |
 * |              | 12 …    | AES-256-GCM of the plain bytes, its tag (16) at the end; additional data: the head       |
 * | S, base64 of | 64      | Ed25519 by the author of: `earth/signature/v2`, C, SHA-256 (M's bytes), the head        |
 * | K, base64 of | 80      | HPKE of the message key: `hpke.ts`                                                      |
 *
 * The head: `earth/head/v2`, the kind of thing, the id of the call or room, the thing's own id (empty: none), the
 * author's id, and the ids of Recipients in their order. Of a message's file it begins with `earth/named-head/v2` and the
 * file's name instead; of a snapshot that another
 * person asked its author's device for, with `earth/taken-head/v2` and that person's id. Each part of head and signature has its length before it: 4
 * bytes, the highest first.
 *
 * The same in `docs/security.md`, the reasons in `docs/decisions/0014-scheme-2.md`; `interop/crypto-scheme2.json` fixes it.
 */
import {
  encode,
  type FormerKey,
  NOT_GENUINE,
  type NotGenuine,
  type RecipientKey,
  type SealedOrigin,
  type SealedPlace,
  type SignedEnvelope,
  signedEnvelope,
} from '@earth/contracts';
import { type Bytes, concat, fromBase64, listed, toBase64, toUtf8 } from './bytes';
import { decryptGcm, encryptGcm, hkdf, sha256, sign, verify } from './cipher';
import { findKey, readEnvelope } from './envelope';
import { unwrapKey, wrapKey } from './hpke';
import { once, type Reader, type Recipient } from './people';
import { allKeys, PrivateKeyError } from './private-keys';
import { importPublicKey } from './public-keys';

/** The author of a sealed thing, and its place. */
export interface Author {
  readonly sender: Reader;
  readonly place: SealedPlace;
}

const NONCE_BYTES = 12;
const KEY_BYTES = 32;
/** HPKE's encapsulated key, the message key, the tag. */
const WRAPPED_BYTES = 32 + KEY_BYTES + 16;
const MESSAGE_INFO = toUtf8('earth/message/v2');
const HEAD_LABEL = 'earth/head/v2';
const NAMED_HEAD_LABEL = 'earth/named-head/v2';
const TAKEN_HEAD_LABEL = 'earth/taken-head/v2';
const SIGNATURE_LABEL = 'earth/signature/v2';

/** Random parts of an envelope, except the ephemeral keys of HPKE. */
export interface Secrets {
  readonly messageKey: Bytes;
  readonly nonce: Bytes;
}

function createSecrets(): Secrets {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return { messageKey: random(KEY_BYTES), nonce: random(NONCE_BYTES) };
}

/**
 * Seals bytes for at least one recipient; a person named twice gets one key.
 * @param secrets only for reproducible envelopes, as in the test vectors
 * @returns the envelope's JSON text. Rejects with PublicKeyError if a recipient's key is invalid, with PrivateKeyError if the device
 *   cannot sign.
 */
export async function sealEnvelope(
  bytes: Bytes,
  recipients: readonly Recipient[],
  { sender, place }: Author,
  secrets: Secrets = createSecrets(),
): Promise<string> {
  const { ed25519 } = sender.keys;
  if (!ed25519) throw new PrivateKeyError();
  const people = once(recipients);
  const ids = people.map(({ uniqueId }) => uniqueId);
  const head = headOf(place, sender.uniqueId, ids);
  // In parallel, because with many recipients the keys take longest.
  const [recipientKeys, signed] = await Promise.all([
    wrapFor(secrets.messageKey, people),
    encryptAndSign(bytes, head, { ...secrets, ed25519 }),
  ]);
  const envelope: SignedEnvelope = { ...signed, recipientKeys, recipients: ids };
  return JSON.stringify(encode(signedEnvelope, envelope));
}

async function encryptAndSign(
  bytes: Bytes,
  head: Bytes,
  { messageKey, nonce, ed25519 }: Secrets & { readonly ed25519: CryptoKey },
): Promise<Pick<SignedEnvelope, 'message' | 'keyCommitment' | 'signature'>> {
  const { aesKey, commitment } = await deriveKeys(messageKey);
  const message = concat(nonce, await encryptGcm(aesKey, { nonce, additionalData: head }, bytes));
  const signature = await sign(ed25519, await signedBytes(head, commitment, message));
  return { message: toBase64(message), keyCommitment: toBase64(commitment), signature: toBase64(signature) };
}

/**
 * Bytes of an envelope. Never throws.
 * @returns null if there is no key for the reader, or a useless one; NotGenuine if it is not what the author sealed for this place, or
 *   no envelope
 */
export async function openEnvelope(
  json: string,
  reader: Reader,
  origin: SealedOrigin,
): Promise<Bytes | NotGenuine | null> {
  const { ed25519, x25519 } = reader.keys;
  // A device without these algorithms can neither read nor verify.
  if (!ed25519 || !x25519) return null;
  const envelope = readEnvelope(signedEnvelope, json);
  if (!envelope) return NOT_GENUINE;
  const mine = findKey(envelope, reader);
  if (!mine) return null;
  // In parallel, because each takes several steps of WebCrypto.
  const [found, keys] = await Promise.all([findSigned(envelope, origin), openKeys(mine.encryptedKey, reader)]);
  if (!found) return NOT_GENUINE;
  const { head, message } = found;
  // The text is genuine; the key was added by somebody else and is useless.
  if (!keys || toBase64(keys.commitment) !== envelope.keyCommitment) return null;
  const nonce = message.slice(0, NONCE_BYTES);
  const opened = await decryptGcm(keys.aesKey, { nonce, additionalData: head }, message.subarray(NONCE_BYTES));
  return opened ?? NOT_GENUINE;
}

/** Whether a wrapped key is of this scheme; those of scheme 1 are longer. */
export const isWrappedKey = (encryptedKey: string): boolean => fromBase64(encryptedKey)?.length === WRAPPED_BYTES;

/** As `rewrapKey` in `seal.ts`. Wrapped keys are not signed, so the signature stays valid. */
export async function rewrapKey(
  encryptedKey: string,
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<RecipientKey[] | null> {
  const messageKey = await unwrap(encryptedKey, reader);
  return messageKey && wrapFor(messageKey, once(recipients));
}

/** Unwraps a message key with the keys of any bundle of the reader. Null: it was wrapped for none of them. */
async function unwrap(encryptedKey: string, { uniqueId, keys }: Reader): Promise<Bytes | null> {
  const wrapped = fromBase64(encryptedKey);
  if (!wrapped) return null;
  for (const { x25519 } of allKeys(keys)) {
    const messageKey = x25519 && (await unwrapKey(wrapped, x25519, uniqueId));
    if (messageKey) return messageKey;
  }
  return null;
}

const wrapFor = (messageKey: Bytes, people: readonly Recipient[]): Promise<RecipientKey[]> =>
  Promise.all(
    people.map(async ({ uniqueId: recipientId, publicKey, isLeftOut }) => {
      const wrapped = isLeftOut
        ? crypto.getRandomValues(new Uint8Array(WRAPPED_BYTES))
        : await wrapKey(messageKey, await importPublicKey(publicKey, 'x25519'), recipientId);
      return { encryptedKey: toBase64(wrapped), recipientId };
    }),
  );

/**
 * Key commitment: one AES-GCM text can decrypt to different plain texts under different keys; the signed commitment allows one key only.
 */
async function deriveKeys(messageKey: Bytes): Promise<{ aesKey: Bytes; commitment: Bytes }> {
  const both = await hkdf(messageKey, new Uint8Array(), MESSAGE_INFO, 2 * KEY_BYTES);
  return { aesKey: both.slice(0, KEY_BYTES), commitment: both.slice(KEY_BYTES) };
}

async function openKeys(encryptedKey: string, reader: Reader) {
  const messageKey = await unwrap(encryptedKey, reader);
  return messageKey && deriveKeys(messageKey);
}

/** Public bundles that the author may have signed with: the current one, and those not yet replaced at that date. */
function bundlesOf({ sender: { publicKey, formerKeys = [] }, date }: SealedOrigin): readonly string[] {
  const wasThen = ({ replacedDate }: FormerKey) =>
    date === null || (date !== undefined && Date.parse(date) <= Date.parse(replacedDate));
  const former = formerKeys.filter(wasThen);
  return [publicKey, ...former.map((key) => key.publicKey)];
}

/** What the author signed, and under which head. The head of a file includes its name, unless it was sealed before names were signed. */
async function findSigned(envelope: SignedEnvelope, origin: SealedOrigin) {
  const { fileName, ...nameless } = origin.place;
  for (const place of fileName ? [origin.place, nameless] : [nameless]) {
    const head = headOf(place, origin.sender.uniqueId, envelope.recipients);
    const message = await readSigned(envelope, origin, head);
    if (message) return { head, message };
  }
  return null;
}

/** Bytes of the message, or null if they are not what the author signed under this head. */
async function readSigned(envelope: SignedEnvelope, origin: SealedOrigin, head: Bytes): Promise<Bytes | null> {
  const parts = [envelope.message, envelope.keyCommitment, envelope.signature].map(fromBase64);
  const [message, commitment, signature] = parts;
  if (!message || !commitment || !signature) return null;
  const signed = await signedBytes(head, commitment, message);
  for (const bundle of bundlesOf(origin)) if (await isSignedBy(bundle, signature, signed)) return message;
  return null;
}

async function isSignedBy(publicKey: string, signature: Bytes, signed: Bytes): Promise<boolean> {
  try {
    return await verify(await importPublicKey(publicKey, 'ed25519'), signature, signed);
  } catch {
    return false;
  }
}

function headOf(place: SealedPlace, senderId: string, recipientIds: readonly string[]): Bytes {
  const { kind, within, id } = place;
  return listed([...labelOf(place), kind, within, id ?? '', senderId, ...recipientIds].map(toUtf8));
}

function labelOf({ fileName, takenBy }: SealedPlace): readonly string[] {
  if (fileName) return [NAMED_HEAD_LABEL, fileName];
  return takenBy ? [TAKEN_HEAD_LABEL, takenBy] : [HEAD_LABEL];
}

const signedBytes = async (head: Bytes, commitment: Bytes, message: Bytes): Promise<Bytes> =>
  concat(listed([toUtf8(SIGNATURE_LABEL), commitment, await sha256(message)]), head);
