/** Scheme 2 opened by Node.js's own cryptography, written after docs/security.md and not after our code. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  sign,
  verify,
} from 'node:crypto';
import type { SignedWire } from './wire';

interface Claimed {
  /** The text of a private bundle. */
  readonly reader: { readonly uniqueId: string; readonly privateKey: string };
  /** The text of a public bundle. */
  readonly sender: { readonly uniqueId: string; readonly publicKey: string };
  readonly place: {
    readonly kind: string;
    readonly within: string;
    readonly id: string | null;
    readonly fileName?: string | null | undefined;
    readonly takenBy?: string | undefined;
  };
}

const jwkOf = (bundle: string, kid: string) => {
  const { keys } = JSON.parse(bundle) as { keys: (JsonWebKey & { kid: string })[] };
  const { kid: _, ...jwk } = keys.find((key) => key.kid === kid) ?? { kid };
  return { ...jwk };
};

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const hmac = (key: Buffer, ...parts: readonly Buffer[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** RFC 9180, 7.1: X25519 with HKDF-SHA-256; HKDF-SHA-256; AES-256-GCM. */
const KEM_SUITE = Buffer.concat([utf8('KEM'), uint(0x0020, 2)]);
const HPKE_SUITE = Buffer.concat([utf8('HPKE'), uint(0x0020, 2), uint(0x0001, 2), uint(0x0002, 2)]);
const NOTHING = Buffer.alloc(0);
const NO_SALT = Buffer.alloc(32);

/** RFC 9180, 4: none of what is asked for here is longer than a hash. */
const extract = (suite: Buffer, salt: Buffer, label: string, ikm: Buffer) =>
  hmac(salt.length === 0 ? NO_SALT : salt, utf8('HPKE-v1'), suite, utf8(label), ikm);
const expand = (suite: Buffer, secret: Buffer, [label, info]: readonly [string, Buffer], length: number) =>
  hmac(secret, uint(length, 2), utf8('HPKE-v1'), suite, utf8(label), info, uint(1, 1)).subarray(0, length);

const INFO = utf8('earth/message-key/v2');

/** What base mode makes of the shared point (RFC 9180, 4.1 and 5.1). */
export function hpkeKeys(dh: Buffer, enc: Buffer, publicKey: Buffer): GcmKeys {
  const eaePrk = extract(KEM_SUITE, NOTHING, 'eae_prk', dh);
  const shared = expand(KEM_SUITE, eaePrk, ['shared_secret', Buffer.concat([enc, publicKey])], 32);
  const hashes = [
    extract(HPKE_SUITE, NOTHING, 'psk_id_hash', NOTHING),
    extract(HPKE_SUITE, NOTHING, 'info_hash', INFO),
  ];
  const context = Buffer.concat([uint(0, 1), ...hashes]);
  const secret = extract(HPKE_SUITE, shared, 'secret', NOTHING);
  return {
    key: expand(HPKE_SUITE, secret, ['key', context], 32),
    nonce: expand(HPKE_SUITE, secret, ['base_nonce', context], 12),
  };
}

interface GcmKeys {
  readonly key: Buffer;
  readonly nonce: Buffer;
}

export function sealGcm({ key, nonce }: GcmKeys, additionalData: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openGcm({ key, nonce }: GcmKeys, additionalData: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAAD(additionalData).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

function unwrap(wrapped: Buffer, { uniqueId, privateKey }: Claimed['reader']): Buffer {
  const [enc, sealed] = [wrapped.subarray(0, 32), wrapped.subarray(32)];
  const mine = createPrivateKey({ key: jwkOf(privateKey, 'x25519'), format: 'jwk' });
  const jwk = { kty: 'OKP', crv: 'X25519', x: enc.toString('base64url') };
  const dh = diffieHellman({ privateKey: mine, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) });
  const x = Buffer.from(jwkOf(privateKey, 'x25519').x ?? '', 'base64url');
  return openGcm(hpkeKeys(dh, enc, x), utf8(uniqueId), sealed);
}

/** The pair of a private scalar, as a JWK too. */
export function readX25519(scalar: Buffer): { jwk: JsonWebKey; publicKey: Buffer } {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), scalar]);
  const jwk = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return { jwk, publicKey: Buffer.from(jwk.x ?? '', 'base64url') };
}

const listed = (parts: readonly Buffer[]) => Buffer.concat(parts.flatMap((part) => [uint(part.length, 4), part]));

type Claim = Pick<Claimed, 'sender' | 'place'>;

const headOf = ({ Recipients }: SignedWire, { sender, place }: Claim) => {
  const { kind, within, id, fileName, takenBy } = place;
  const taken = takenBy ? ['earth/taken-head/v2', takenBy] : ['earth/head/v2'];
  const label = fileName ? ['earth/named-head/v2', fileName] : taken;
  return listed([...label, kind, within, id ?? '', sender.uniqueId, ...Recipients].map(utf8));
};

const signedBytes = (envelope: SignedWire, claim: Claim) => {
  const [commitment, message] = [envelope.KeyCommitment, envelope.Message].map((part) => Buffer.from(part, 'base64'));
  const hash = createHash('sha256')
    .update(message ?? NOTHING)
    .digest();
  return Buffer.concat([listed([utf8('earth/signature/v2'), commitment ?? NOTHING, hash]), headOf(envelope, claim)]);
};

/** Signs an envelope, whoever sealed its content. */
export function signByNode(json: string, claim: Claim, privateKey: string): string {
  const envelope = JSON.parse(json) as SignedWire;
  const key = createPrivateKey({ key: jwkOf(privateKey, 'ed25519'), format: 'jwk' });
  return JSON.stringify({ ...envelope, Signature: sign(null, signedBytes(envelope, claim), key).toString('base64') });
}

/** Throws where anything is not as it must be. */
export function openByNode(json: string, { reader, ...claim }: Claimed) {
  const envelope = JSON.parse(json) as SignedWire;
  const wrapped = envelope.RecipientKeys.find(({ RecipientId }) => RecipientId === reader.uniqueId)?.CriptedKey;
  const messageKey = unwrap(Buffer.from(wrapped ?? '', 'base64'), reader);
  const both = Buffer.from(hkdfSync('sha256', messageKey, '', 'earth/message/v2', 64));
  if (both.toString('base64', 32) !== envelope.KeyCommitment) throw new Error('It is another key');
  const key = createPublicKey({ key: jwkOf(claim.sender.publicKey, 'ed25519'), format: 'jwk' });
  if (!verify(null, signedBytes(envelope, claim), key, Buffer.from(envelope.Signature, 'base64')))
    throw new Error('It is not signed');
  const message = Buffer.from(envelope.Message, 'base64');
  const parts = { key: both.subarray(0, 32), nonce: message.subarray(0, 12) };
  const plain = openGcm(parts, headOf(envelope, claim), message.subarray(12));
  return { messageKey: messageKey.toString('hex'), aesKey: parts.key.toString('hex'), plain };
}
