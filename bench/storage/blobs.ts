/** Files in S3 beside files on the disk, by the server's own stores: written, read, and read in part. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '../../apps/server/src/adapters/blobs/blobs';
import { createDiskBlobs } from '../../apps/server/src/adapters/blobs/disk';
import { createS3Blobs } from '../../apps/server/src/adapters/blobs/s3';
import { TestS3 } from '../../apps/server/testing/s3-server';
import { byTurns } from '../alternate';
import { type Figure, median } from '../figures';

const PART = { start: 100_000, end: 199_999 };
/** A preview, a photograph, and a film, which goes to S3 in parts. */
const SIZES = [
  { name: '100 kB', bytes: 100_000, rounds: 60 },
  { name: '5 MB', bytes: 5_000_000, rounds: 20 },
  { name: '50 MB', bytes: 50_000_000, rounds: 5 },
];

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function drain(blobs: Blobs, key: string, part?: typeof PART): Promise<void> {
  const stream = await blobs.stream(key, part);
  if (!stream) throw new Error(`There is no ${key}`);
  for await (const _ of stream);
}

async function compareStores(s3: Blobs, disk: Blobs): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, bytes, rounds } of SIZES) {
    const content = randomBytes(bytes);
    const keyOf = (round: number) => `calls/bench/${bytes}-${round}.bin`;
    const acts: Record<string, (blobs: Blobs, round: number) => Promise<unknown>> = {
      written: (blobs, round) => blobs.write(keyOf(round), content),
      read: (blobs, round) => drain(blobs, keyOf(round)),
      ...(bytes > PART.end && { '100 kB of it': (blobs, round) => drain(blobs, keyOf(round), PART) }),
    };
    for (const [act, run] of Object.entries(acts)) {
      const turns = await byTurns(rounds, {
        ours: (round) => timeOf(() => run(s3, round)),
        theirs: (round) => timeOf(() => run(disk, round)),
      });
      const what = `${name}, ${act}`;
      figures.push(
        { what: `${what}, disk`, values: turns.theirs, unit: 'ms' },
        { what: `${what}, S3`, values: turns.ours, unit: 'ms' },
        { what: `${what}, S3 / disk`, values: [median(turns.ours) / median(turns.theirs)], unit: '×' },
      );
    }
  }
  return figures;
}

/** `scripts/bench.mjs` names the S3 server in the environment. */
export async function measureBlobs(): Promise<readonly Figure[]> {
  if (!process.env['S3_SERVER']) {
    console.log('  skipped: versitygw is not installed, nor is Go to build it');
    return [];
  }
  const server = await TestS3.start();
  const folder = await mkdtemp(join(tmpdir(), 'earth-bench-'));
  const s3 = await createS3Blobs(server.bucket);
  try {
    return await compareStores(s3, createDiskBlobs(folder));
  } finally {
    s3.close();
    await server.remove();
    await rm(folder, { recursive: true });
  }
}
