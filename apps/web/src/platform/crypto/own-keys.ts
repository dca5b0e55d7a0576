/** Protected keys: made and locked on this device, opened by the user's passphrase or recovery code. */
import type { Profile } from '@earth/contracts';
import type { OpenedVault, PrivateBundles, VaultOwner, VaultSecret } from '@earth/crypto/own-keys';
import { ApiError } from '../http/api-error';
import { workerOrPage, runInWorker } from './file-thread';
import { api, session } from '../index';
import { lockVault, openVault } from './vault-job';

/** A new, locked bundle that the server does not have yet. */
export interface NewKeys extends PrivateBundles {
  readonly publicKey: string;
  readonly keyVault: string;
  readonly recoveryCode: string;
  readonly replacedPublicKey: string;
}

/** This browser cannot create protected keys. */
export class OldBrowserError extends Error {
  override readonly name = 'OldBrowserError';
}

const lock = (bundles: PrivateBundles, owner: VaultOwner, passphrase: string) => {
  const job = { type: 'lockVault', bundles, owner, passphrase } as const;
  return workerOrPage(runInWorker(job), () => lockVault(job));
};

function open(keyVault: string, owner: VaultOwner, secret: VaultSecret): Promise<OpenedVault> {
  const job = { type: 'openVault', keyVault, owner, secret } as const;
  return workerOrPage(runInWorker(job), () => openVault(job));
}

const ownerOf = ({ uniqueId, publicKey }: Profile): VaultOwner => ({ uniqueId, publicKey });

async function createBundle() {
  const { createKeyBundle } = await import('@earth/crypto/own-keys');
  try {
    return await createKeyBundle();
  } catch {
    throw new OldBrowserError();
  }
}

/** The private key that the server still has. */
async function readFormer(): Promise<string> {
  const keys = await api.getKeys();
  // Another device has protected the keys meanwhile.
  if (!('privateKey' in keys)) throw new ApiError({ code: 409, error: 'keysChanged', message: '' });
  return keys.privateKey;
}

/**
 * Creates and locks keys, without storing them anywhere. Older content stays readable if the server still has the private key; it
 * does not if the keys were protected and access to them is lost.
 */
export async function prepareKeys(profile: Profile, passphrase: string, isLost: boolean): Promise<NewKeys> {
  const former = isLost ? [] : [await readFormer()];
  const { publicKey, privateKey } = await createBundle();
  const { uniqueId, publicKey: replacedPublicKey } = profile;
  const locked = await lock({ privateKey, former }, { uniqueId, publicKey }, passphrase);
  return { ...locked, publicKey, privateKey, former, replacedPublicKey };
}

/** Replaces the user's keys on the server, which signs the other devices out. */
export async function replaceKeys({ publicKey, keyVault, replacedPublicKey }: NewKeys): Promise<void> {
  await api.protectKeys({ publicKey, keyVault, replacedPublicKey });
}

/** Replaces the user's keys on this device. */
export const storeKeys = ({ publicKey, privateKey, former }: NewKeys): Promise<void> =>
  session.storeKeys({ publicKey, privateKey, former });

/** Opens the vault of the user who is signing in, and completes the sign-in if it opens. Rejects if the keys cannot be stored. */
export async function unlock(secret: VaultSecret): Promise<OpenedVault['is']> {
  const state = session.store.getState();
  if (state.status !== 'locked' || state.keyVault === null) return 'wrong';
  const { keyVault, profile } = state;
  const opened = await open(keyVault, ownerOf(profile), secret);
  if (opened.is === 'open') await session.storeKeys({ ...opened.bundles, publicKey: profile.publicKey });
  return opened.is;
}

/** Opens the vault of the signed-in user, to lock its contents again. */
export async function openOwn(profile: Profile, secret: VaultSecret): Promise<OpenedVault> {
  const keys = await api.getKeys();
  return 'keyVault' in keys ? open(keys.keyVault, ownerOf(profile), secret) : { is: 'foreign' };
}

/** Locks the same keys under another passphrase and recovery code. The server is not informed yet. */
export const prepareVault = (profile: Profile, bundles: PrivateBundles, passphrase: string) =>
  lock(bundles, ownerOf(profile), passphrase);

export async function replaceVault({ publicKey }: Profile, keyVault: string): Promise<void> {
  await api.changeKeyVault({ publicKey, keyVault });
}
