/** A LiveKit server on this machine, if `scripts/livekit.mjs` has found one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Settings } from './server';

const KEY = 'e2e';
const SECRET = 'secret-of-the-livekit-server-of-the-journeys';
const START_TIMEOUT_MS = 30_000;

export interface LiveKit {
  /** The settings of a server whose calls go through it. */
  readonly settings: Settings;
  start(): Promise<void>;
  /** Like a power cut. */
  kill(): Promise<void>;
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
    async start() {
      const program = process.env['LIVEKIT_SERVER'] ?? 'livekit-server';
      child = spawn(program, ['--config-body', configuration(port, tcp, udp)], { stdio: 'ignore' });
      await waitUntilReady(`http://127.0.0.1:${port}/`, child);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
