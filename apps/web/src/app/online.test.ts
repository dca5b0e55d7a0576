import { encode, profile as profileSchema } from '@earth/contracts';
import { set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentScope, session } from '../platform';
import { createLocalStore } from '../platform/storage/local-store';
import { testProfile } from '../testing/people';
import { goOnline } from './online';
import { giveConfig } from '../testing/config';

giveConfig({ apiKey: 'the key' });

/** What the server receives over the socket, which is open at once. */
const received = vi.hoisted((): unknown[] => []);
vi.mock('partysocket/ws', () => ({
  default: class extends EventTarget {
    readonly readyState = WebSocket.OPEN;
    send(frame: string) {
      received.push(JSON.parse(frame));
    }
    close() {}
  },
}));

const me = testProfile();
/** The requests to the server, in order. */
const requests: string[] = [];
const answers: Readonly<Record<string, unknown>> = {
  '/services/auth?refreshToken': { Token: 'fresh', RefreshToken: 'r2', DeviceId: 'device-1' },
  '/services/contacts?profile': encode(profileSchema, me),
  '/services/contacts?ping': null,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return Response.json({ result: { success: true, code: 200, message: 'OK' }, data: answers[url] });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('A4.47: at start-up the socket signs in with the refreshed token, and the ping starts', async () => {
  const stored = createLocalStore(localStorage);
  stored.writeToken({ token: 'old', refreshToken: 'r1', deviceId: 'device-1' });
  stored.writeProfile(me);
  stored.writeFlag();
  await set('pk', {});

  await session.start();
  const goOffline = goOnline(currentScope());
  await expect.poll(() => received).toEqual([{ type: 'auth', token: 'fresh' }]);
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => requests).toEqual(Object.keys(answers));
  goOffline();
});
