import type { Login } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { testProfile } from '../testing/people';
import { createLocalStore, type TextStore } from './local-store';
import { createSession, type SessionPorts } from './session';

const login: Login = { token: { token: 't', refreshToken: 'r', deviceId: 'device-1' }, privateKey: 'the key' };
const profile = testProfile();

/** A browser's database for one key. */
function createKeys() {
  let key: string | null = null;
  return {
    save: vi.fn(async (text: string) => {
      key = text;
    }),
    read: async () => key,
    delete: async () => {
      key = null;
    },
  };
}

let keys: ReturnType<typeof createKeys>;
let callsEnabled: boolean;
const onEnd = vi.fn<() => void>();
const refresh = vi.fn<() => Promise<boolean>>();
const api = {
  getProfile: vi.fn<SessionPorts['api']['getProfile']>(),
  setAvailability: vi.fn<SessionPorts['api']['setAvailability']>(),
  signOut: vi.fn<SessionPorts['api']['signOut']>(),
};

const makeSession = (store: TextStore = localStorage) =>
  createSession({
    store: createLocalStore(store),
    keys,
    api,
    refresh,
    callsEnabled: () => callsEnabled,
    onEnd,
  });

beforeEach(() => {
  vi.resetAllMocks();
  keys = createKeys();
  callsEnabled = true;
  refresh.mockResolvedValue(true);
  api.getProfile.mockResolvedValue(profile);
  api.setAvailability.mockImplementation(async ({ availability }) => ({ ...profile, availability }));
  api.signOut.mockResolvedValue(null);
});

test('a sign-in is kept, and the next start finds it', async () => {
  await makeSession().save(login);

  const next = makeSession();
  await next.start();

  expect(next.store.getState()).toEqual({ status: 'signedIn', profile });
  expect(refresh).toHaveBeenCalledTimes(1);
});

test.each(['token', 'profile', 'loggedIn'])('without the stored %s nobody is signed in', async (key) => {
  await makeSession().save(login);
  localStorage.removeItem(key);

  const next = makeSession();
  await next.start();

  expect(next.store.getState()).toEqual({ status: 'signedOut', isOver: false });
  expect(localStorage.getItem('token')).toBeNull();
});

test('without the private key nobody is signed in', async () => {
  await makeSession().save(login);
  await keys.delete();

  const next = makeSession();
  await next.start();

  expect(next.store.getState().status).toBe('signedOut');
});

test('a key that cannot be saved signs out', async () => {
  keys.save.mockRejectedValue(new Error('no database'));
  const session = makeSession();

  await expect(session.save(login)).rejects.toThrow('no database');

  expect(session.store.getState().status).toBe('signedOut');
  expect(localStorage.getItem('token')).toBeNull();
});

test('a browser that keeps nothing signs out', async () => {
  const full: TextStore = {
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  };
  const session = makeSession(full);

  await expect(session.save(login)).rejects.toThrow('full');

  expect(session.store.getState().status).toBe('signedOut');
});

test('a start without an answer shows what was stored', async () => {
  await makeSession().save(login);
  refresh.mockResolvedValue(false);
  api.getProfile.mockRejectedValue(new Error('no answer'));

  const next = makeSession();
  await next.start();

  expect(next.store.getState()).toEqual({ status: 'signedIn', profile });
});

test('where calls are switched off, nobody is available', async () => {
  callsEnabled = false;
  const session = makeSession();

  await session.save(login);

  expect(api.setAvailability).toHaveBeenCalledWith({ availability: 1 });
  expect(session.store.getState()).toMatchObject({ profile: { availability: 1 } });
});

test('signing out ignores the server’s failure and keeps only what belongs to the device', async () => {
  localStorage.setItem('language', 'it');
  localStorage.setItem('favorite_contents', '[]');
  localStorage.setItem('skip_ar_scene_tutorial', 'true');
  localStorage.setItem('rooms', '[]');
  const session = makeSession();
  createLocalStore(localStorage).deviceId(() => 'device-12345');
  await session.save(login);
  api.signOut.mockRejectedValue(new Error('no answer'));

  await session.signOut();

  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: false });
  expect(await keys.read()).toBeNull();
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'deviceId',
    'favorite_contents',
    'language',
    'skip_ar_scene_tutorial',
  ]);
});

test('what runs is ended while the token is still good', async () => {
  const session = makeSession();
  await session.save(login);
  onEnd.mockImplementation(() => expect(localStorage.getItem('token')).not.toBeNull());

  const leaving = session.signOut();

  expect(onEnd).toHaveBeenCalledTimes(1);
  onEnd.mockReset();
  await leaving;
});

test('a refusal that comes while one signs out is no news', async () => {
  const session = makeSession();
  await session.save(login);
  api.signOut.mockImplementation(async () => {
    await session.end(true);
    return null;
  });

  await session.signOut();

  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: false });
});

test('in another customer company nothing of before is left', async () => {
  const session = makeSession();
  await session.save(login);
  const there = testProfile({ name: 'Anna Villa' });
  api.getProfile.mockResolvedValue(there);

  await session.save(login);

  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: there });
});

test('a session that the server ended says so', async () => {
  const session = makeSession();
  await session.save(login);

  await session.end(true);

  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: true });
});
