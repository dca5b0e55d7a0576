/** A LiveKit server on this machine, if `scripts/go-programs.mjs` has found one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Settings } from './server';

const KEY = 'e2e';
const SECRET = 'secret-of-the-livekit-server-of-the-journeys';
const START_TIMEOUT_MS = 30_000;

export interface LiveKit {
  /** The settings of a server whose calls go through it. */
  readonly settings: Settings;
  /** Of its process; 0 before it is started. */
  readonly pid: number;
  start(): Promise<void>;
  /** Like a power cut. */
  kill(): Promise<void>;
  /** Whether it lets somebody in with a token. */
  accepts(token: string): Promise<boolean>;
}

interface TokenOptions {
  /** Until it expires; negative: it has. */
  readonly seconds: number;
  readonly secret?: string;
}

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

/** A token for one and the same room, as the server of the app makes it. */
export function roomToken({ seconds, secret = SECRET }: TokenOptions): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: KEY,
    sub: 'somebody',
    nbf: now + Math.min(0, seconds) - 60,
    exp: now + seconds,
    video: { roomJoin: true, room: 'a-call' },
  };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Without a log: it names every participant. */
const configuration = (port: number, tcp: number, udp: number) =>
  JSON.stringify({
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      tcp_port: tcp,
      udp_port: udp,
      node_ip: '127.0.0.1',
      use_external_ip: false,
      enable_loopback_candidate: true,
    },
    keys: { [KEY]: SECRET },
    logging: { level: 'error' },
  });

async function waitUntilReady(url: string, child: ChildProcess) {
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > until) throw new Error('The LiveKit server does not answer');
    await pause(50);
  }
}

/** Chooses its ports; it is not started yet. */
export async function prepareLiveKit(): Promise<LiveKit> {
  const [port, tcp, udp] = [await freePort(), await freePort(), await freePort()];
  let child: ChildProcess | null = null;
  return {
    settings: {
      LIVEKIT_URL: `ws://127.0.0.1:${port}`,
      LIVEKIT_API_KEY: KEY,
      LIVEKIT_API_SECRET: SECRET,
      MAX_USERS_IN_CALL: '-1',
    },
    get pid() {
      return child?.pid ?? 0;
    },
    async start() {
      const program = process.env['LIVEKIT_SERVER'] ?? 'livekit-server';
      child = spawn(program, ['--config-body', configuration(port, tcp, udp)], { stdio: 'ignore' });
      await waitUntilReady(`http://127.0.0.1:${port}/`, child);
    },
    async accepts(token) {
      const { status } = await fetch(`http://127.0.0.1:${port}/rtc/validate?access_token=${token}`);
      if (status !== 200 && status !== 401) throw new Error(`The LiveKit server answers with ${status}`);
      return status === 200;
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
