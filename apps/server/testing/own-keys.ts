/** A person's device that protects its keys: all that the web app does, without its screens. */
import { randomBytes } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { importPrivateKeys } from '@earth/crypto';
import { createKeyBundle, type lockVault, openVault } from '@earth/crypto/own-keys';
import vectors from '../../../interop/own-keys.json';
import { privateKeyIn, type SignedInClient } from './client';
import { addPerson } from './crowd';
import type { TestServer } from './start-test-server';

/** A new contact with keys as the server makes them, and a device that is signed in. */
export async function addPersonWithKeys(server: TestServer): Promise<SignedInClient> {
  const client = await addPerson(server);
  const { publicKey, privateKey } = await createKeyBundle();
  const { pool, secrets } = server.context;
  const sealed = await secrets.masterSeal.seal(privateKey, `private-key:${client.contactId}`);
  const keys = [client.contactId, publicKey, sealed];
  await pool.query('update contacts set public_key = $2, private_key = $3 where id = $1', keys);
  return client;
}

type Lock = typeof lockVault;

/** The server cannot look into a vault: where none is opened, any does, and costs no second. */
const lockNothing: Lock = async () => ({
  keyVault: JSON.stringify({ ...JSON.parse(vectors.keyVault.vault), Sealed: randomBytes(30).toString('base64') }),
  recoveryCode: vectors.keyVault.recoveryCode,
});

/** What a device makes before it asks the server. */
export async function prepareKeys(client: SignedInClient, lock: Lock = lockNothing) {
  const formerPrivateKey = privateKeyIn(await client.call(contracts.getKeys, {}));
  const { publicKey: replacedPublicKey } = await client.call(contracts.getProfile, {});
  const { publicKey, privateKey } = await createKeyBundle();
  const bundles = { privateKey, former: formerPrivateKey === '' ? [] : [formerPrivateKey] };
  const passphrase = 'a passphrase of the tests';
  const locked = await lock(bundles, { uniqueId: client.contactId, publicKey }, passphrase);
  return { ...locked, publicKey, privateKey, replacedPublicKey, formerPrivateKey, passphrase };
}

export type Protected = Awaited<ReturnType<typeof prepareKeys>>;

/** Switches protected keys on. */
export async function protect(client: SignedInClient, lock: Lock = lockNothing): Promise<Protected> {
  const made = await prepareKeys(client, lock);
  const { publicKey, keyVault, replacedPublicKey } = made;
  await client.call(contracts.protectKeys, { publicKey, keyVault, replacedPublicKey });
  return made;
}

/** Who reads on a device that has just signed in, by what the person knows. */
export async function unlock(client: SignedInClient, secret: Parameters<typeof openVault>[2]) {
  const keys = await client.call(contracts.getKeys, {});
  const { publicKey } = await client.call(contracts.getProfile, {});
  const { contactId: uniqueId } = client;
  const opened = await openVault('keyVault' in keys ? keys.keyVault : '', { uniqueId, publicKey }, secret);
  if (opened.is !== 'open') throw new Error(`The vault is ${opened.is}`);
  const { privateKey, former } = opened.bundles;
  return { uniqueId, keys: await importPrivateKeys(privateKey, former) };
}
