/** The script by which `compose.yaml` makes the bucket of the files. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openS3Blobs } from '../src/adapters/blobs/open';
import { places } from '../src/config/places';
import { readSettings } from '../src/config/settings';
import { hasS3, TestS3 } from '../testing/s3-server';

test.skipIf(!hasS3)('makes the bucket of the settings, and leaves it as it is when it is there', async () => {
  const s3 = await TestS3.start();
  try {
    const variables = { ...s3.variables, S3_BUCKET: 'made-by-the-script' };
    await expect(openS3Blobs(readSettings(variables))).rejects.toThrow('no bucket of that name');
    const script = join(places.repository, 'deploy', 'image', 'bucket.mjs');
    const make = () => promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...variables } });
    await make();
    const blobs = await openS3Blobs(readSettings(variables));
    await blobs?.write('rooms/one/a.jpg', Buffer.from('kept'));
    await make();
    expect(String(await blobs?.read('rooms/one/a.jpg'))).toBe('kept');
    blobs?.close();
  } finally {
    await s3.remove();
  }
});
