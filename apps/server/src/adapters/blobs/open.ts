import { join } from 'node:path';
import type { Settings } from '../../config/settings';
import type { Blobs } from './blobs';
import { createDiskBlobs, sweepHalves } from './disk';
import { createS3Blobs } from './s3';

type BlobSettings = Pick<
  Settings,
  'dataDir' | 's3Bucket' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'
>;

export interface OpenedBlobs extends Blobs {
  /** Removes what killed processes left half written. @param before only what was begun before this */
  sweep(before: Date): Promise<void>;
  close(): void;
}

export function openDiskBlobs({ dataDir }: Pick<Settings, 'dataDir'>): OpenedBlobs {
  const folder = join(dataDir, 'blobs');
  return { ...createDiskBlobs(folder), sweep: (before) => sweepHalves(folder, before), close: () => undefined };
}

/** @returns null if there is no bucket in the settings. @throws StartError if it cannot be used */
export async function openS3Blobs({
  s3Bucket,
  s3Endpoint,
  s3Region,
  s3AccessKeyId,
  s3SecretAccessKey,
}: BlobSettings): Promise<OpenedBlobs | null> {
  if (s3Bucket === undefined) return null;
  const keys =
    s3AccessKeyId !== undefined && s3SecretAccessKey !== undefined
      ? { id: s3AccessKeyId, secret: s3SecretAccessKey }
      : undefined;
  const blobs = await createS3Blobs({ name: s3Bucket, region: s3Region, endpoint: s3Endpoint, keys });
  try {
    await blobs.check();
  } catch (error) {
    blobs.close();
    throw error;
  }
  return { ...blobs, sweep: blobs.abortUnfinished };
}

async function isEmpty(blobs: Blobs): Promise<boolean> {
  for await (const _ of blobs.list()) return false;
  return true;
}

/** Files in the bucket of the settings, or else in DATA_DIR. @throws StartError */
export async function openBlobs(settings: BlobSettings, notice: (line: string) => void): Promise<OpenedBlobs> {
  const disk = openDiskBlobs(settings);
  const s3 = await openS3Blobs(settings);
  if (s3 && !(await isEmpty(disk)))
    notice(`Files are stored in S3, and ${settings.dataDir} has files too: npm run move-blobs -- s3 moves them.`);
  return s3 ?? disk;
}
