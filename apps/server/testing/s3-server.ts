/** A real S3 server on a free port, with one bucket in a folder of its own. `scripts/go-programs.mjs` finds or builds it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '../src/adapters/blobs/s3';
import { freePort } from '../src/db/embedded/free-port';

const PROGRAM = process.env['S3_SERVER'];
const BUCKET = 'files-of-the-tests';
const KEYS = { id: 'key-of-the-tests', secret: 'secret-of-the-tests' };

export const hasS3 = PROGRAM !== undefined;

export class TestS3 {
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
  }

  static async start(): Promise<TestS3> {
    const folder = await mkdtemp(join(tmpdir(), 'earth-s3-'));
    await mkdir(join(folder, 'buckets', BUCKET), { recursive: true });
    await mkdir(join(folder, 'attributes'));
    const server = new TestS3(await freePort(), folder);
    await server.start();
    return server;
  }

  get bucket(): Bucket & {
    readonly endpoint: string;
    readonly keys: { readonly id: string; readonly secret: string };
  } {
    return { name: BUCKET, region: 'us-east-1', endpoint: `http://127.0.0.1:${this.#port}`, keys: KEYS };
  }

  /** As the settings of a server. */
  get variables(): Record<string, string> {
    return {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: this.bucket.endpoint,
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
    };
  }

  async start(): Promise<void> {
    const { id, secret } = KEYS;
    const listen = ['--port', `127.0.0.1:${this.#port}`, '--access', id, '--secret', secret, '--quiet'];
    // Not every file system of a machine under test has extended attributes.
    const store = ['posix', '--sidecar', join(this.#folder, 'attributes'), join(this.#folder, 'buckets')];
    const started = spawn(PROGRAM ?? '', [...listen, ...store], { stdio: 'ignore' });
    this.#process = started;
    const ended = once(started, 'close').then(() => Promise.reject(new Error('The S3 server ended.')));
    await Promise.race([ended, this.#answers()]);
    ended.catch(() => undefined);
  }

  async #answers(): Promise<void> {
    for (;;) {
      const answer = await fetch(this.bucket.endpoint).catch(() => null);
      if (answer) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }

  /** Like a power cut. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    this.#process = undefined;
    const closed = once(running, 'close');
    running.kill('SIGKILL');
    await closed;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true });
  }
}
