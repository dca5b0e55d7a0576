/** The slow part of opening and locking a vault, run in the worker. Its code is loaded when it is needed. */
import type { FileJob } from './file-job';

type Job<Type extends FileJob['type']> = Extract<FileJob, { type: Type }>;

export async function lockVault({ bundles, owner, passphrase }: Job<'lockVault'>) {
  return (await import('@earth/crypto/own-keys')).lockVault(bundles, owner, passphrase);
}

export async function openVault({ keyVault, owner, secret }: Job<'openVault'>) {
  return (await import('@earth/crypto/own-keys')).openVault(keyVault, owner, secret);
}
