import { expect, test } from 'vitest';
import { checkPublicKey, createKeyBundle, readKeyBundle } from './key-bundle';

const bundle = await createKeyBundle();
type Jwk = Record<string, string>;
interface Parsed {
  version: number;
  keys: [rsa: Jwk, ed25519: Jwk, x25519: Jwk];
}

/** The public bundle with a changed field. */
function altered(alter: (parsed: Parsed) => unknown): string {
  const parsed = JSON.parse(bundle.publicKey) as Parsed;
  return JSON.stringify(alter(parsed) ?? parsed);
}

test('a new bundle has the three keys, and its private half stays out of the public text', () => {
  const publicKeys = (JSON.parse(bundle.publicKey) as Parsed).keys;
  expect(publicKeys.map((key) => key['kid'])).toEqual(['rsa', 'ed25519', 'x25519']);
  expect(publicKeys.flatMap(Object.keys)).not.toContain('d');
  expect(checkPublicKey(bundle.publicKey)).toBe(true);
  expect(checkPublicKey(bundle.privateKey)).toBe(false);
  expect(readKeyBundle(bundle.privateKey, 'private')?.rsa).toHaveProperty('d');
});

test('no two bundles share a key', async () => {
  const other = JSON.parse((await createKeyBundle()).publicKey) as Parsed;
  const mine = JSON.parse(bundle.publicKey) as Parsed;
  expect(other.keys[0]['n']).not.toBe(mine.keys[0]['n']);
  expect(other.keys[1]['x']).not.toBe(mine.keys[1]['x']);
  expect(other.keys[2]['x']).not.toBe(mine.keys[2]['x']);
});

test('the halves of a bundle belong together', async () => {
  const publicKeys = readKeyBundle(bundle.publicKey, 'public');
  const privateKeys = readKeyBundle(bundle.privateKey, 'private');
  if (!publicKeys || !privateKeys) throw new Error('The bundle does not read');
  const { subtle } = crypto;
  const message = new Uint8Array([1, 2, 3]);
  const signing = await subtle.importKey('jwk', privateKeys.ed25519, 'Ed25519', false, ['sign']);
  const verifying = await subtle.importKey('jwk', publicKeys.ed25519, 'Ed25519', false, ['verify']);
  expect(await subtle.verify('Ed25519', verifying, await subtle.sign('Ed25519', signing, message), message)).toBe(true);
  expect(privateKeys.x25519.x).toBe(publicKeys.x25519.x);
  expect(privateKeys.rsa.n).toBe(publicKeys.rsa.n);
});

test.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])(
  'a public key with the private member %s is refused',
  (name) => {
    for (const index of [0, 1, 2] as const)
      expect(checkPublicKey(altered(({ keys }) => void (keys[index][name] = 'AAAA')))).toBe(false);
    expect(checkPublicKey(altered((parsed) => ({ ...parsed, [name]: 'AAAA' })))).toBe(false);
  },
);

test.each([
  ['no JSON', () => '{'],
  ['empty', () => ''],
  ['null', () => 'null'],
  ['another version', () => altered((parsed) => ({ ...parsed, version: 2 }))],
  ['no version', () => altered(({ keys }) => ({ keys }))],
  ['a key missing', () => altered(({ version, keys }) => ({ version, keys: keys.slice(1) }))],
  ['a key twice', () => altered(({ version, keys }) => ({ version, keys: [keys[0], keys[0], keys[2]] }))],
  ['a fourth key', () => altered(({ version, keys }) => ({ version, keys: [...keys, keys[0]] }))],
  ['a modulus of 1024 bits', () => altered(({ keys }) => void (keys[0]['n'] = keys[0]['n']?.slice(0, 171) ?? ''))],
  ['a modulus of 2047 bits', () => altered(({ keys }) => void (keys[0]['n'] = `A${keys[0]['n']?.slice(1)}`))],
  ['an exponent of 1', () => altered(({ keys }) => void (keys[0]['e'] = 'AQ'))],
  ['RSA with SHA-1', () => altered(({ keys }) => void (keys[0]['alg'] = 'RSA-OAEP'))],
  ['a point of 31 bytes', () => altered(({ keys }) => void (keys[1]['x'] = keys[1]['x']?.slice(0, 42) ?? ''))],
  ['the curves swapped', () => altered(({ keys }) => void (keys[1]['crv'] = 'X25519'))],
])('a public key with %s is refused', (_, make) => {
  expect(checkPublicKey(make())).toBe(false);
});
