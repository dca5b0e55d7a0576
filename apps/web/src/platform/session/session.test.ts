import type { Login } from '@earth/contracts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testProfile } from '../../testing/people';
import { createLocalStore, type TextStore } from '../storage/local-store';
import { createSession, type SessionPorts } from './session';

const login: Login = { token: { token: 't', refreshToken: 'r', deviceId: 'device-1' }, privateKey: 'the key' };
const profile = testProfile();

/** An IndexedDB store for one key. */
function createKeys() {
  let kept: { readonly publicKey?: string } | null = null;
  return {
    save: vi.fn<SessionPorts['keys']['save']>(async (taken) => {
      kept = typeof taken === 'string' ? {} : { publicKey: taken.publicKey };
    }),
    read: async () => kept,
    delete: async () => {
      kept = null;
    },
  };
}

let keys: ReturnType<typeof createKeys>;
let callsEnabled: boolean;
const onEnd = vi.fn<() => void>();
const forget = vi.fn<() => void>();
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
    forget,
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

test('A4.45: at start-up a stored token is refreshed, and the session goes on', async () => {
  await makeSession().save(login);

  const next = makeSession();
  await next.start();

  expect(next.store.getState()).toEqual({ status: 'signedIn', profile });
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a company that begins to require protected keys interrupts nobody: it counts from the next start', async () => {
  const company = { ...profile.company, requiresProtectedKeys: true };
  const session = makeSession();
  await session.save(login);
  api.setAvailability.mockResolvedValue({ ...profile, company });
  api.getProfile.mockResolvedValue({ ...profile, company });

  await session.renewProfile();
  expect(session.store.getState()).toMatchObject({ profile: { company } });
  await session.setAvailable(false);
  session.follow();
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: { ...profile, company } });

  const next = makeSession();
  await next.start();
  expect(next.store.getState()).toMatchObject({ mustProtect: true });
});

test('a temporary failure to read the keys ends nothing', async () => {
  const session = makeSession();
  await session.save(login);
  const { read } = keys;
  keys.read = () => Promise.reject(new Error('The database is being closed'));

  await expect(session.setAvailable(false)).rejects.toThrow('The database is being closed');
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile });

  const next = makeSession();
  await next.start();
  expect(next.store.getState()).toEqual({ status: 'signedOut', isOver: false });
  keys.read = read;
  const later = makeSession();
  await later.start();
  expect(later.store.getState()).toEqual({ status: 'signedIn', profile });
});

test('a visitor finds their choices on this device at the next start', async () => {
  localStorage.setItem('profile_data', '{"profileRole":"citizen"}');
  const session = makeSession();
  await session.start();
  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: false });
  expect(localStorage.getItem('profile_data')).toBe('{"profileRole":"citizen"}');
});

test('signs out if the keys cannot be read while new ones replace them', async () => {
  const session = makeSession();
  await session.save(login);
  const { read } = keys;
  keys.read = () => Promise.reject(new Error('The database is being closed'));
  await expect(session.save(login)).rejects.toThrow('The database is being closed');
  keys.read = read;
  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: false });
});

test.each(['token', 'profile', 'loggedIn'])(
  'A3.16: token, profile: without the stored %s there is no session',
  async (key) => {
    await makeSession().save(login);
    localStorage.removeItem(key);

    const next = makeSession();
    await next.start();

    expect(next.store.getState()).toEqual({ status: 'signedOut', isOver: false });
    expect(localStorage.getItem('token')).toBeNull();
  },
);

test('requires protected keys before the user is signed in, and accepts none from the server', async () => {
  const session = makeSession();
  await session.save({ token: login.token, mustProtectKeys: true });

  expect(session.store.getState()).toEqual({ status: 'locked', profile, keyVault: null });
  expect(keys.save).not.toHaveBeenCalled();

  const own = { ...profile, publicKey: 'own', hasProtectedKeys: true };
  api.getProfile.mockResolvedValue(own);
  await session.storeKeys({ publicKey: 'own', privateKey: 'p', former: [] });
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: own });
});

test('A3.17: pk: without the private key there is no session', async () => {
  await makeSession().save(login);
  await keys.delete();

  const next = makeSession();
  await next.start();

  expect(next.store.getState().status).toBe('signedOut');
});

test('signs out if a key cannot be stored', async () => {
  keys.save.mockRejectedValue(new Error('no database'));
  const session = makeSession();

  await expect(session.save(login)).rejects.toThrow('no database');

  expect(session.store.getState().status).toBe('signedOut');
  expect(localStorage.getItem('token')).toBeNull();
});

test('signs out in a browser without storage', async () => {
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

describe('protected keys', () => {
  const own = { ...profile, publicKey: 'own key', hasProtectedKeys: true };
  const locked: Login = { token: login.token, keyVault: 'the vault' };
  const bundles = { publicKey: 'own key', privateKey: 'private', former: ['before'] };
  beforeEach(() => {
    api.getProfile.mockResolvedValue(own);
  });

  test('a sign-in waits until the vault is open, and stores nothing before', async () => {
    const session = makeSession();

    await session.save(locked);

    expect(session.store.getState()).toEqual({ status: 'locked', profile: own, keyVault: 'the vault' });
    expect([await keys.read(), localStorage.getItem('profile')]).toEqual([null, null]);
    await session.storeKeys(bundles);

    expect(keys.save).toHaveBeenCalledWith(bundles);
    expect(session.store.getState()).toEqual({ status: 'signedIn', profile: own });
    const next = makeSession();
    await next.start();
    expect(next.store.getState()).toEqual({ status: 'signedIn', profile: own });
  });

  test('a reload before the vault is open leaves nobody signed in', async () => {
    await makeSession().save(locked);

    const next = makeSession();
    await next.start();

    expect(next.store.getState()).toEqual({ status: 'signedOut', isOver: false });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('if the keys in another company are locked, the former session is left at once', async () => {
    api.getProfile.mockResolvedValue(profile);
    const session = makeSession();
    await session.save(login);
    api.getProfile.mockResolvedValue(own);

    await session.save(locked);

    expect(session.store.getState().status).toBe('locked');
    expect([onEnd.mock.calls.length, forget.mock.calls.length, localStorage.getItem('loggedIn')]).toEqual([1, 1, null]);
  });

  test('new keys end what the former ones had opened', async () => {
    api.getProfile.mockResolvedValue(profile);
    const session = makeSession();
    await session.save(login);
    api.getProfile.mockResolvedValue(own);

    await session.storeKeys(bundles);

    expect(session.store.getState()).toEqual({ status: 'signedIn', profile: own });
    expect([onEnd.mock.calls.length, forget.mock.calls.length]).toEqual([1, 0]);
  });

  test.each([
    ['another key than the device’s own', { ...own, publicKey: 'of somebody else' }],
    ['keys made by the server again', profile],
  ])('ends the session if the server names %s, later or at the start', async (_, named) => {
    const session = makeSession();
    api.setAvailability.mockResolvedValue(named);
    for (const goOn of [() => session.setAvailable(false), () => session.start()]) {
      api.getProfile.mockResolvedValue(own);
      await session.save(locked);
      await session.storeKeys(bundles);
      api.getProfile.mockResolvedValue(named);
      await goOn();
      expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: true });
    }
  });

  test('another tab goes on with keys that were stored in this one', async () => {
    api.getProfile.mockResolvedValue(profile);
    const [session, other] = [makeSession(), makeSession()];
    await session.save(login);
    await other.start();
    api.getProfile.mockResolvedValue(own);
    await session.storeKeys(bundles);
    other.follow();
    api.setAvailability.mockResolvedValue(own);

    await other.setAvailable(false);

    expect(other.store.getState()).toEqual({ status: 'signedIn', profile: own });
    expect(await keys.read()).not.toBeNull();
  });

  test('a device with former keys does not go on with them', async () => {
    api.getProfile.mockResolvedValue(profile);
    await makeSession().save(login);
    api.getProfile.mockResolvedValue(own);

    const next = makeSession();
    await next.start();

    expect(next.store.getState().status).toBe('signedOut');
  });
});

test('a start without an answer shows what was stored', async () => {
  await makeSession().save(login);
  refresh.mockResolvedValue(false);
  api.getProfile.mockRejectedValue(new Error('no answer'));

  const next = makeSession();
  await next.start();

  expect(next.store.getState()).toEqual({ status: 'signedIn', profile });
});

test('nobody is available when calls are switched off', async () => {
  callsEnabled = false;
  const session = makeSession();

  await session.save(login);

  expect(api.setAvailability).toHaveBeenCalledWith({ availability: 1 });
  expect(session.store.getState()).toMatchObject({ profile: { availability: 1 } });
});

test('A7.7: the answer of PUT /services/contacts replaces the stored profile', async () => {
  const session = makeSession();
  await session.save(login);
  const changed = { ...profile, availability: 1 as const, name: 'Giulia F.' };
  api.setAvailability.mockResolvedValue(changed);

  await session.setAvailable(false);

  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: changed });
  const next = makeSession();
  api.getProfile.mockRejectedValue(new Error('no answer'));
  await next.start();
  expect(next.store.getState()).toEqual({ status: 'signedIn', profile: changed });
});

test('A4.44: signing out ignores a failure of the server and clears all but device settings', async () => {
  localStorage.setItem('language', 'it');
  localStorage.setItem('favorite_contents', '[]');
  localStorage.setItem('favorite_contacts', '{}');
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
    'favorite_contacts',
    'favorite_contents',
    'language',
    'skip_ar_scene_tutorial',
  ]);
});

test('ends running work while the token is still valid', async () => {
  const session = makeSession();
  await session.save(login);
  onEnd.mockImplementation(() => expect(localStorage.getItem('token')).not.toBeNull());

  const leaving = session.signOut();

  expect(onEnd).toHaveBeenCalledTimes(1);
  onEnd.mockReset();
  await leaving;
});

test('ignores a refusal that arrives during a sign-out', async () => {
  const session = makeSession();
  await session.save(login);
  api.signOut.mockImplementation(async () => {
    await session.end(true);
    return null;
  });

  await session.signOut();

  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: false });
});

test('a sign-out while the page starts is final: a profile that arrives later signs nobody in', async () => {
  await makeSession().save(login);
  const session = makeSession();
  const { read } = keys;
  // The key is read for the start and again for the profile; both reads are slow, as on a busy phone.
  keys.read = async () => {
    const kept = await read();
    if (session.store.getState().status === 'signedIn') await session.signOut();
    return kept;
  };

  await session.start();

  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: false });
  expect(localStorage.getItem('profile')).toBeNull();
});

test('keeps nothing of the former session in another customer company', async () => {
  const session = makeSession();
  await session.save(login);
  const there = testProfile({ name: 'Anna Villa' });
  api.getProfile.mockResolvedValue(there);

  await session.save(login);

  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: there });
});

test('A4.39: without a stored profile the state is reset, and a user who did not sign out is informed', async () => {
  const session = makeSession();
  await session.save(login);

  await session.end(true);

  expect(session.store.getState()).toEqual({ status: 'signedOut', isOver: true });
  expect([onEnd.mock.calls.length, forget.mock.calls.length]).toEqual([1, 1]);
});

describe('two tabs', () => {
  const there = testProfile({ name: 'Anna Villa' });

  /** Two signed-in tabs; each is notified when the other changes the storage. */
  async function openTwo() {
    const [one, other] = [makeSession(), makeSession()];
    await one.save(login);
    await other.start();
    onEnd.mockClear();
    return { one, other };
  }

  test('the second signs out with the first, without a notice, and clears nothing', async () => {
    const { one, other } = await openTwo();
    await one.signOut();
    onEnd.mockClear();
    forget.mockClear();
    localStorage.setItem('token', 'of the next person');

    other.follow();

    expect(other.store.getState()).toEqual({ status: 'signedOut', isOver: false });
    expect([onEnd.mock.calls.length, forget.mock.calls.length]).toEqual([1, 0]);
    expect(localStorage.getItem('token')).toBe('of the next person');
  });

  test('the second signs out before the server can report the end of the session', async () => {
    const { one, other } = await openTwo();
    api.signOut.mockImplementation(async () => {
      other.follow();
      await other.end(true);
      return null;
    });

    await one.signOut();

    expect(other.store.getState()).toEqual({ status: 'signedOut', isOver: false });
  });

  test('a late report of the server about an ended session removes nothing of the next one', async () => {
    const { one, other } = await openTwo();
    await one.signOut();
    other.follow();
    localStorage.setItem('token', 'of the next person');

    await other.end(true);

    expect(localStorage.getItem('token')).toBe('of the next person');
  });

  test('the second signs in with the first', async () => {
    const other = makeSession();
    await other.start();
    await makeSession().save(login);

    other.follow();

    expect(other.store.getState()).toEqual({ status: 'signedIn', profile });
  });

  test('the second follows to another customer company, and leaves the stored data to the first', async () => {
    const { one, other } = await openTwo();
    api.getProfile.mockResolvedValue(there);
    await one.save(login);
    onEnd.mockClear();
    forget.mockClear();

    other.follow();

    expect(other.store.getState()).toEqual({ status: 'signedIn', profile: there });
    expect([onEnd.mock.calls.length, forget.mock.calls.length]).toEqual([1, 0]);
  });

  test('a token renewed by the first ends nothing in the second, and its choices show there', async () => {
    const { one, other } = await openTwo();
    await one.setAvailable(false);

    other.follow();

    expect(other.store.getState()).toMatchObject({ status: 'signedIn', profile: { availability: 1 } });
    expect(onEnd).not.toHaveBeenCalled();
  });

  test('does not follow before it has read what is stored', async () => {
    const starting = makeSession();
    await makeSession().save(login);
    starting.follow();
    expect(starting.store.getState()).toEqual({ status: 'starting' });
  });
});
