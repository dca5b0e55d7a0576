import { createDecipheriv, hkdfSync } from 'node:crypto';
import { argon2id } from '@noble/hashes/argon2.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people } from '../../../interop/crypto-scheme1.json';
import vectors from '../../../interop/own-keys.json';
import { lockVault, openVault } from './key-vault';

const { luca, giulia } = people;
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** A slow derivation for each: made once. */
const { vault, passphrase, recoveryCode, former } = vectors.keyVault;
const bundles = { privateKey: luca.privateKey, former };
const wire = JSON.parse(vault) as Record<string, string>;
/** Of the same keys, and the same passphrase. */
const other = await lockVault(bundles, luca, passphrase);

test('the vector comes out the same, and opens by the passphrase and by the code', { timeout: 60_000 }, async () => {
  const { vaultKey, passphraseSalt, recoverySalt, nonces } = vectors.keyVault;
  const [first = '', second = '', third = ''] = nonces;
  const locked = await lockVault(bundles, luca, passphrase, {
    vaultKey: bytesOf(vaultKey),
    passphraseSalt: bytesOf(passphraseSalt),
    recoverySalt: bytesOf(recoverySalt),
    recoveryCode,
    nonces: [bytesOf(first), bytesOf(second), bytesOf(third)],
  });
  expect(locked).toEqual({ keyVault: vault, recoveryCode });
  expect(await openVault(vault, luca, { passphrase })).toEqual({ is: 'open', bundles });
  expect(await openVault(vault, luca, { recoveryCode })).toEqual({ is: 'open', bundles });
});

test('the vector again, by Node.js’s own cryptography', () => {
  const { vaultKey, passphraseAesKey, recoveryAesKey } = vectors.keyVault;
  const open = (key: Uint8Array, base64 = '', ...of: readonly string[]) => {
    const bytes = Buffer.from(base64, 'base64');
    const aad = of.map((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(part));
      return Buffer.concat([length, Buffer.from(part)]);
    });
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    cipher.setAAD(Buffer.concat(aad)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]);
  };
  const info = 'earth/key-vault/recovery-key/v1';
  const recoveryKey = Buffer.from(
    hkdfSync('sha256', recoveryCode, Buffer.from(wire['RecoverySalt'] ?? '', 'base64'), info, 32),
  );
  const label = 'earth/key-vault/v1';
  expect(recoveryKey.toString('hex')).toBe(recoveryAesKey);
  expect(open(recoveryKey, wire['RecoveryKey'], label, 'recovery', luca.uniqueId).toString('hex')).toBe(vaultKey);
  const byPassphrase = open(bytesOf(passphraseAesKey), wire['PassphraseKey'], label, 'passphrase', luca.uniqueId);
  expect(byPassphrase.toString('hex')).toBe(vaultKey);
  const inside = open(bytesOf(vaultKey), wire['Sealed'], label, 'bundles', luca.uniqueId, luca.publicKey);
  expect(JSON.parse(inside.toString())).toEqual(bundles);
});

test('Argon2id is that of RFC 9106, section 5.3', () => {
  const of = (byte: number, length: number) => new Uint8Array(length).fill(byte);
  const tag = argon2id(of(1, 32), of(2, 16), {
    t: 3,
    m: 32,
    p: 4,
    dkLen: 32,
    key: of(3, 8),
    personalization: of(4, 12),
  });
  expect(Buffer.from(tag).toString('hex')).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
});

test('another passphrase, however near, opens nothing; how its letters are composed does not count', async () => {
  expect(await openVault(vault, luca, { passphrase: `${passphrase} ` })).toEqual({ is: 'wrong' });
  expect(await openVault(vault, luca, { passphrase: passphrase.toUpperCase() })).toEqual({ is: 'wrong' });
  expect(await openVault(vault, luca, { passphrase: passphrase.normalize('NFD') })).toMatchObject({ is: 'open' });
}, 60_000);

test('accepts a code in any spelling, and no other code', async () => {
  const typed = recoveryCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(await openVault(vault, luca, { recoveryCode: typed })).toMatchObject({ is: 'open' });
  for (const wrong of ['', recoveryCode.slice(1), `${recoveryCode}0`, recoveryCode.replace(/^./, 'U')])
    expect(await openVault(vault, luca, { recoveryCode: wrong }), wrong).toEqual({ is: 'wrong' });
});

test('opens for its owner and with its own public bundle only', async () => {
  const asGiulia = { ...luca, uniqueId: giulia.uniqueId };
  expect(await openVault(vault, asGiulia, { recoveryCode })).toEqual({ is: 'wrong' });
  const named = { ...luca, publicKey: giulia.publicKey };
  expect(await openVault(vault, named, { recoveryCode })).toEqual({ is: 'foreign' });
});

test('no part of one vault fits into another of the same person', async () => {
  const mixed = { ...wire, Sealed: (JSON.parse(other.keyVault) as Record<string, string>)['Sealed'] };
  expect(await openVault(JSON.stringify(mixed), luca, { recoveryCode })).toEqual({ is: 'foreign' });
  const swapped = { ...wire, RecoveryKey: wire['PassphraseKey'] };
  expect(await openVault(JSON.stringify(swapped), luca, { recoveryCode })).toEqual({ is: 'wrong' });
  expect(await openVault(other.keyVault, luca, { recoveryCode })).toEqual({ is: 'wrong' });
}, 60_000);

test('two vaults of the same keys and passphrase have nothing in common, and hold neither in the open', async () => {
  expect(other.recoveryCode).not.toBe(recoveryCode);
  const parts = JSON.parse(other.keyVault) as Record<string, string>;
  for (const name of ['Sealed', 'PassphraseSalt', 'PassphraseKey', 'RecoverySalt', 'RecoveryKey'])
    expect(parts[name]).not.toBe(wire[name]);
  const { keys } = JSON.parse(luca.privateKey) as { keys: { d: string }[] };
  for (const secret of [passphrase, recoveryCode, recoveryCode.replaceAll('-', ''), ...keys.map(({ d }) => d)])
    expect(vault).not.toContain(secret);
});

test('a vault with one changed character does not open and never throws', async () => {
  const names = Object.keys(wire).filter((name) => name !== 'PassphraseSalt' && name !== 'PassphraseKey');
  const altered = fc.record({
    name: fc.constantFrom(...names),
    at: fc.nat(),
    by: fc.constantFrom('A', 'z', '0', '9', '+', '/', '=', ' ', 'é'),
  });
  await fc.assert(
    fc.asyncProperty(altered, async ({ name, at, by }) => {
      const before = String(wire[name]);
      const place = at % before.length;
      const after = before.slice(0, place) + by + before.slice(place + 1);
      fc.pre(after !== before && name !== 'Version');
      const opened = await openVault(JSON.stringify({ ...wire, [name]: after }), luca, { recoveryCode });
      expect(opened.is).not.toBe('open');
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

test('whatever the server sends instead of a vault opens nothing', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant('{}'), fc.constant('null'));
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      expect(await openVault(sent, luca, { recoveryCode })).toEqual({ is: 'foreign' });
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});
