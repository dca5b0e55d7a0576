/** Calls by a LiveKit server, beside a bare page with its client alone, in the same browsers and by the same server. */
import { createHmac } from 'node:crypto';
import { type LiveKit, prepareLiveKit } from '@earth/e2e/world/livekit';
import { byTurns, compare, each, timesOf } from '../alternate';
import { withBoth } from '../browsers';
import type { Figure } from '../figures';
import { barePage, measureSetup, product, putClock } from './set-up';

const ROUNDS = 20;
const GOAL = 1.3;
const HOUR = 3_600;
const BARE = 'livekit-client alone';
const LIBRARY = new URL('./', import.meta.resolve('livekit-client'));

/** A room token of the server (JWT with HS256, RFC 7519), for the room of the bare page. */
function tokenFor(identity: string, { settings }: LiveKit): string {
  const { LIVEKIT_API_KEY: key = '', LIVEKIT_API_SECRET: secret = '' } = settings;
  const claims = {
    iss: key,
    sub: identity,
    exp: Math.floor(Date.now() / 1_000) + HOUR,
    video: { room: 'bare', roomJoin: true },
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

async function measureBy(livekit: LiveKit): Promise<readonly Figure[]> {
  const { settings } = livekit;
  const query = (role: string) =>
    `?${new URLSearchParams({ server: settings['LIVEKIT_URL'] ?? '', token: tokenFor(role, livekit) })}`;
  return await withBoth(
    'livekit',
    putClock,
    async ({ assisted, operator, bare }) => {
      const [ours, theirs] = [product(assisted, operator), barePage(bare.assisted, bare.operator)];
      const rounds = await byTurns(ROUNDS, { ours: () => measureSetup(ours), theirs: () => measureSetup(theirs) });
      const pictures = each(rounds, ({ picture }) => picture);
      const what = 'accept to first picture on both';
      return [...compare(pictures, BARE, { what, unit: 'ms' }), timesOf(pictures, BARE, what, GOAL)];
    },
    { settings, library: LIBRARY, query },
  );
}

/** `scripts/bench.mjs` names the server in the environment. */
export async function measureLiveKit(): Promise<readonly Figure[]> {
  if (!process.env['LIVEKIT_SERVER']) {
    console.log('  skipped: livekit-server is not installed, nor is Go to build it');
    return [];
  }
  const livekit = await prepareLiveKit();
  try {
    await livekit.start();
    return await measureBy(livekit);
  } finally {
    await livekit.kill();
  }
}
