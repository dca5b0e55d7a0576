/** What goes wrong with an S3 server, and how the operator is told. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasS3, TestS3 } from '../../../testing/s3-server';
import { StartError } from '../../config/start-error';
import { type Bucket, createS3Blobs } from './s3';

const ALL: Bucket = { name: 'files', region: 'eu-south-1', keys: { id: 'the-id', secret: 'the-secret-of-the-key' } };

const failure = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`;

let fake: Server | undefined;
afterEach(() => {
  fake?.closeAllConnections();
  fake?.close();
  fake = undefined;
});

/** A server that speaks as much of the protocol as a failure takes. */
async function startFake(listener: RequestListener): Promise<Bucket> {
  fake = createServer(listener).listen(0, '127.0.0.1');
  await once(fake, 'listening');
  return { ...ALL, endpoint: `http://127.0.0.1:${(fake.address() as AddressInfo).port}` };
}

const answering =
  (status: number, body: string): RequestListener =>
  (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status).end(body));
  };

test('a server without space refuses a file as full', async () => {
  const blobs = await createS3Blobs(await startFake(answering(507, failure('XMinioStorageFull'))));
  await expect(blobs.write('rooms/one/a.bin', new Uint8Array(3))).rejects.toMatchObject({ reason: 'full' });
});

test('a server that is busy for a moment is asked again', async () => {
  let asked = 0;
  const bucket = await startFake((request, response) => {
    asked += 1;
    answering(asked < 3 ? 503 : 200, asked < 3 ? failure('SlowDown') : '')(request, response);
  });
  await (await createS3Blobs(bucket)).write('rooms/one/a.bin', new Uint8Array(3));
  expect(asked).toBe(3);
});

test('a server that never answers is unavailable', async () => {
  const blobs = await createS3Blobs(await startFake(() => undefined), 50);
  await expect(blobs.read('rooms/one/a.bin')).rejects.toMatchObject({ reason: 'unavailable' });
});

test.each([
  [403, 'InvalidAccessKeyId', /S3 refuses the keys .* \(InvalidAccessKeyId\)/],
  [403, 'RequestTimeTooSkewed', /the clock of this machine is wrong/],
  [404, 'NoSuchBucket', /S3_BUCKET is "files": http:\/\/127\.0\.0\.1:\d+ has no bucket of that name/],
  [507, 'XMinioStorageFull', /no space left/],
  [400, 'InvalidStorageClass', /does not store files: InvalidStorageClass \(400\)/],
])('a start with an answer of %d %s says what to change, and no secret', async (status, code, words) => {
  const blobs = await createS3Blobs(await startFake(answering(status, failure(code))));
  const error = await blobs.check().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toMatch(words);
  expect((error as Error).message).not.toContain('the-secret');
});

test('a start without a server says where it was looked for', async () => {
  const bucket = await startFake(() => undefined);
  fake?.close();
  await expect((await createS3Blobs(bucket)).check()).rejects.toThrow(
    /^Cannot reach S3 at http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/,
  );
});

describe.skipIf(!hasS3)('with an S3 server', () => {
  let server: TestS3;
  beforeAll(async () => {
    server = await TestS3.start();
  });
  afterAll(() => server.remove());

  test('the right keys pass the check, which leaves nothing behind', async () => {
    const blobs = await createS3Blobs(server.bucket);
    await blobs.check();
    const left = [];
    for await (const { key } of blobs.list()) left.push(key);
    expect(left).toEqual([]);
  });

  test.each([
    ['another secret', { keys: { id: 'key-of-the-tests', secret: 'another secret' } }, /refuses the keys/],
    ['no such bucket', { name: 'no-such-bucket' }, /^S3_BUCKET is "no-such-bucket"/],
  ])('%s: does not start', async (_, changed, words) => {
    await expect((await createS3Blobs({ ...server.bucket, ...changed })).check()).rejects.toThrow(words);
  });

  test('ends uploads that a killed process began, and not those that run', async () => {
    const { name: Bucket, endpoint, keys, region } = server.bucket;
    const credentials = { accessKeyId: keys.id, secretAccessKey: keys.secret };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'calls/one/a.mp4' }));
    const count = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0;
    const blobs = await createS3Blobs(server.bucket);
    await blobs.abortUnfinished(new Date(0));
    expect(await count()).toBe(1);
    await blobs.abortUnfinished(new Date(Date.now() + 60_000));
    expect(await count()).toBe(0);
    client.destroy();
  });

  test('is unavailable while the server is down, and works when it is back', async () => {
    const blobs = await createS3Blobs(server.bucket);
    await blobs.write('rooms/one/a.bin', Buffer.from('kept'));
    await server.kill();
    await expect(blobs.read('rooms/one/a.bin')).rejects.toMatchObject({ reason: 'unavailable' });
    await server.start();
    expect((await blobs.read('rooms/one/a.bin'))?.toString()).toBe('kept');
  });
});
