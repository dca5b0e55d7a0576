/**
 * The cost of the primitives of schemes 1 and 2 alone: each step of docs/security.md and of RFC 9180 (base mode) is run once with
 * WebCrypto, on meaningless bytes of the right length. The result cannot be opened.
 */
const { subtle } = crypto;

export interface BareReader {
  readonly rsa: CryptoKey;
  readonly x25519: CryptoKey;
}

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (length: number) => new Uint8Array(length);
const random = (length: number) => crypto.getRandomValues(bytesOf(length));

export async function sealBare1(bytes: Bytes, readers: readonly BareReader[]): Promise<unknown> {
  const secret = random(64);
  const password = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt: random(32), iterations: 1000 };
  const key = await subtle.importKey('raw', await subtle.deriveBits(params, password, 256), 'AES-CBC', false, [
    'encrypt',
  ]);
  const sealing = subtle.encrypt({ name: 'AES-CBC', iv: random(16) }, key, bytes);
  return Promise.all([sealing, ...readers.map(({ rsa }) => subtle.encrypt('RSA-OAEP', rsa, secret))]);
}

const hkdf = (key: CryptoKey, length: number) =>
  subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: bytesOf(32), info: bytesOf(80) }, key, length * 8);
const hkdfKey = (secret: ArrayBuffer | Bytes) => subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);

async function hmac(): Promise<unknown> {
  const key = await subtle.importKey('raw', bytesOf(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return subtle.sign('HMAC', key, bytesOf(50));
}

async function encryptGcm(secret: ArrayBuffer | Bytes, bytes: Bytes) {
  const key = await subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt']);
  return subtle.encrypt({ name: 'AES-GCM', iv: random(12), additionalData: bytesOf(36) }, key, bytes);
}

/** RFC 9180, 4.1: Encap; 5.1: KeySchedule with its three secrets, without two hashes that are constant; 5.2: Seal. */
async function wrapBare({ x25519 }: BareReader, secret: Bytes): Promise<unknown> {
  const pair = await subtle.generateKey('X25519', true, ['deriveBits']);
  const enc = await subtle.exportKey('raw', pair.publicKey);
  await subtle.exportKey('raw', x25519);
  const point = await subtle.deriveBits({ name: 'X25519', public: x25519 }, pair.privateKey, 256);
  await hkdf(await hkdfKey(point), 32);
  const schedule = await hkdfKey(bytesOf(24));
  await hkdf(schedule, 32);
  const key = await hkdf(schedule, 32);
  await hkdf(schedule, 12);
  return [enc, await encryptGcm(key, secret)];
}

export async function sealBare2(bytes: Bytes, readers: readonly BareReader[], signer: CryptoKey): Promise<unknown> {
  const secret = random(32);
  await Promise.all([hmac(), hmac()]);
  const wrapping = readers.map((reader) => wrapBare(reader, secret));
  const both = await hkdf(await hkdfKey(secret), 64);
  const sealed = await encryptGcm(both.slice(0, 32), bytes);
  const hash = await subtle.digest('SHA-256', sealed);
  return Promise.all([subtle.sign('Ed25519', signer, hash), ...wrapping]);
}
