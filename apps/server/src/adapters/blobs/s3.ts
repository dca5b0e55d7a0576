/** Blobs as objects of an S3 bucket: Amazon's, or a server that speaks its protocol. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StartError } from '../../config/start-error';
import { type Blobs, BlobsError, type Bytes, checkedKey, type StoredBlob } from './blobs';

export interface Bucket {
  readonly name: string;
  readonly region: string;
  /** Undefined: Amazon's own. */
  readonly endpoint?: string | undefined;
  /** Undefined: those of the environment, such as the role of the machine. */
  readonly keys?: { readonly id: string; readonly secret: string } | undefined;
}

export interface S3Blobs extends Blobs {
  /** Writes, reads and deletes an object. @throws StartError in words for the operator */
  check(): Promise<void>;
  /** Ends multipart uploads that a killed process left, begun before a date: their parts are paid for, and listed nowhere. */
  abortUnfinished(before: Date): Promise<void>;
  close(): void;
}

/** Larger files are sent in parts of this size, each with retries of its own. S3 has at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 15_000;
/** The SDK waits longer each time, and repeats only what can be. */
const TRIES = 3;

interface S3Failure extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'EntityTooLarge', 'InsufficientStorage']);

function isAbsent({ name }: S3Failure): boolean {
  return name === 'NoSuchKey' || name === 'NotFound';
}

const isFull = ({ name, $metadata }: S3Failure) => FULL.has(name) || $metadata?.httpStatusCode === 507;

async function reported<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw new BlobsError(isFull(error as S3Failure) ? 'full' : 'unavailable', error);
  }
}

const unlessAbsent = <Result>(call: () => Promise<Result>): Promise<Result | null> =>
  reported(async () => {
    try {
      return await call();
    } catch (error) {
      if (isAbsent(error as S3Failure)) return null;
      throw error;
    }
  });

const rangeOf = (part: Bytes | undefined) => (part ? { Range: `bytes=${part.start}-${part.end}` } : {});

/**
 * Loads the SDK, which is large: only for a bucket in the settings. The imports are of the SDK itself, because the bundle of the server
 * hoists the static imports of its own files, however these are imported.
 */
async function loadSdk() {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  return { ...sdk, Upload };
}

/** @param idleMs milliseconds after which a server that sends nothing counts as absent */
export async function createS3Blobs(bucket: Bucket, idleMs = IDLE_TIMEOUT_MS): Promise<S3Blobs> {
  const sdk = await loadSdk();
  const { name: Bucket, region, endpoint, keys } = bucket;
  const client = new sdk.S3Client({
    region,
    // Servers other than Amazon's often have no names of their own for buckets.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: TRIES,
    // The signature has a digest of the bytes; older servers store the SDK's own checksums as if they were bytes of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: idleMs },
  });

  async function* list(area?: string): AsyncGenerator<StoredBlob> {
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket, ...(area !== undefined && { Prefix: `${area}/` }) });
    for (;;) {
      const { value: page, done } = await reported(() => pages.next());
      if (done || !page) return;
      for (const { Key: key, Size: bytes = 0 } of page.Contents ?? []) if (key !== undefined) yield { key, bytes };
    }
  }

  const blobs: Blobs = {
    async write(key, bytes) {
      const params = { Bucket, Key: checkedKey(key), Body: bytes };
      await reported(() => new sdk.Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done());
    },
    async read(key) {
      const command = new sdk.GetObjectCommand({ Bucket, Key: checkedKey(key) });
      return await unlessAbsent(async () => {
        const { Body } = await client.send(command);
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      });
    },
    async stream(key, part) {
      const command = new sdk.GetObjectCommand({ Bucket, Key: checkedKey(key), ...rangeOf(part) });
      // In Node.js it is a stream of Node.js.
      return await unlessAbsent(async () => (await client.send(command)).Body as Readable);
    },
    async size(key) {
      const command = new sdk.HeadObjectCommand({ Bucket, Key: checkedKey(key) });
      return await unlessAbsent(async () => (await client.send(command)).ContentLength ?? null);
    },
    async delete(key) {
      const command = new sdk.DeleteObjectCommand({ Bucket, Key: checkedKey(key) });
      await unlessAbsent(() => client.send(command));
    },
    list,
  };

  return {
    ...blobs,
    async check() {
      const key = `checks/${randomUUID()}`;
      try {
        await blobs.write(key, Buffer.from(key));
        const found = await blobs.read(key);
        await blobs.delete(key);
        if (found?.toString() !== key) throw new StartError(`S3 does not return what was stored in ${Bucket}.`);
      } catch (error) {
        throw error instanceof BlobsError ? new StartError(startProblem(bucket, error.cause as S3Failure)) : error;
      }
    },
    async abortUnfinished(before) {
      // The first thousand; the next start ends the others.
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }));
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Initiated && Initiated < before)
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    },
    close: () => client.destroy(),
  };
}

const REFUSED = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'Forbidden',
  'AllAccessDisabled',
]);

/** What the operator has to change, in one line and without a secret. */
function startProblem({ name, endpoint, region }: Bucket, error: S3Failure): string {
  const place = endpoint ?? `Amazon S3 in ${region}`;
  const status = error.$metadata?.httpStatusCode;
  if (error.name === 'NoSuchBucket') return `S3_BUCKET is "${name}": ${place} has no bucket of that name.`;
  if (error.name === 'RequestTimeTooSkewed') return `S3 refuses the requests: the clock of this machine is wrong.`;
  if (error.name === 'CredentialsProviderError')
    return 'There are no keys for S3: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.';
  if (REFUSED.has(error.name) || status === 403 || status === 401)
    return `S3 refuses the keys for reading, writing or deleting in the bucket ${name} (${error.name}).`;
  if (isFull(error)) return `S3 has no space left in the bucket ${name} (${error.name}).`;
  return status === undefined
    ? `Cannot reach S3 at ${place}: ${error.message || error.code || error.name}.`
    : `S3 at ${place} does not store files: ${error.name} (${status}).`;
}
