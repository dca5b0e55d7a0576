/** A real Redis on a free port, without persistence. `npm test` installs it where it can. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../src/db/embedded/free-port';

const PROGRAM = 'redis-server';

export const hasRedis = spawnSync(PROGRAM, ['--version']).status === 0;

export class TestRedis {
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const started = spawn(PROGRAM, ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '']);
    this.#process = started;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject);
      started.once('close', () => reject(new Error(`Redis ended: ${output}`)));
      started.stdout.on('data', (text) => {
        output += String(text);
        if (output.includes('Ready to accept connections')) resolve();
      });
    });
  }

  async stop(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    this.#process = undefined;
    const closed = once(running, 'close');
    running.kill('SIGKILL');
    await closed;
  }
}
