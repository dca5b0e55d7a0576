/** `npm run move-blobs -- s3|disk [--delete]`: copies all files from DATA_DIR into the bucket of the settings, or back. */
import { parseArgs } from 'node:util';
import { copyBlobs } from '../adapters/blobs/copy';
import { BlobsError } from '../adapters/blobs/blobs';
import { openDiskBlobs, openS3Blobs } from '../adapters/blobs/open';
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';

const USAGE =
  'npm run move-blobs -- s3|disk [--delete], with the settings of the bucket as docs/operations/deploy.md tells.';
const EVERY_FILES = 500;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { delete: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [target] = positionals;
    if (positionals.length === 1 && (target === 's3' || target === 'disk')) return { target, isMove: values.delete };
  } catch {
    // Unknown options are reported below.
  }
  throw new StartError(USAGE);
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function move(): Promise<void> {
  const { target, isMove } = readArguments();
  const settings = readEnvironment();
  const s3 = await openS3Blobs(settings);
  if (!s3) throw new StartError(`S3_BUCKET is not set. ${USAGE}`);
  const disk = openDiskBlobs(settings);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const [from, to] = target === 's3' ? [disk, s3] : [s3, disk];
    const { files, bytes, present } = await copyBlobs(from, to, {
      isMove,
      onProgress: (copied) => {
        if (copied.files % EVERY_FILES === 0) print(`${copied.files} files (${megabytes(copied.bytes)}) …`);
      },
    });
    const place = target === 's3' ? `S3 (${settings.s3Bucket})` : settings.dataDir;
    print(
      `${place} has all ${files} files (${megabytes(bytes)}): ${files - present} copied, ${present} were there already.`,
    );
    if (isMove) print('They are deleted in the other place.');
  } catch (error) {
    throw error instanceof BlobsError
      ? new StartError(`The files could not all be copied: ${error.message}. Nothing is lost: run it again.`)
      : error;
  } finally {
    s3.close();
  }
}

try {
  await move();
} catch (error) {
  // Errors of the operator are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
