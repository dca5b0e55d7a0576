/** The slow part of protected keys, as the other thread does it. Its code is loaded where it is used. */
import type { FileJob } from './file-job';

type Job<Is extends FileJob['is']> = Extract<FileJob, { is: Is }>;

export async function lockVault({ bundles, owner, passphrase }: Job<'lockVault'>) {
  return (await import('@earth/crypto/own-keys')).lockVault(bundles, owner, passphrase);
}

export async function openVault({ keyVault, owner, secret }: Job<'openVault'>) {
  return (await import('@earth/crypto/own-keys')).openVault(keyVault, owner, secret);
}
