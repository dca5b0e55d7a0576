/** Composition root of the platform: API client, session, storage and realtime, built once from the browser's own parts. */
import type { Sending } from '@earth/messaging';
import {
  type CallData,
  type CallInput,
  type changeCustomer,
  contact,
  decode,
  encode,
  type GuestEntry,
  type Profile,
} from '@earth/contracts';
import type { Reader } from '@earth/crypto';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { hasPlugin, isInShell } from './native/shell';
import { type AnyCall, createClient } from './http/client';
import { getConfig } from './config';
import { loadConfig as loadSettings } from './load-config';
import * as contractCalls from './http/contract-calls';
import { createServerClock } from './http/server-clock';
import { forgetCache } from './storage/device-cache';
import { forgetEditDrafts } from './storage/forget-edit-drafts';
import { deviceName } from './session/device-name';
import { type Answer, exchange, exchangeAsBlob, type Request, upload } from './http/exchange';
import { exchangeBytes } from './http/exchange-bytes';
import { workerOrPage, runInWorker } from './crypto/file-thread';
import { LARGE } from './http/text-blob';
import { isGuestPage } from './session/guest-page';
import { forgetNotifications } from './storage/indexed-store';
import { deviceKeys, tabKeys } from './session/device-keys';
import { forgetKnownKeys } from './crypto/known-keys';
import { createLocalStore, SESSION_KEYS } from './storage/local-store';
import { withRefreshLock } from './http/refresh-lock';
import { endPushes } from './push/push-end';
import { appOs, platformType } from './session/app-platform';
import { createRealtime } from './realtime/realtime';
import { createAnswers, revalidating } from './http/revalidating';
import { forgetSeen, cachingSeen } from './http/seen-contents';
import { createSession, type SessionState } from './session/session';
import { once } from './memoize';
import { atServer, serverOrigin } from './server-address';
import { createScopeStore } from './session/session-scope';
import { forgetUnsent } from './storage/unsent';

export { ApiError, NO_ANSWER } from './http/api-error';
export { getConfig } from './config';
export { isGuestPage } from './session/guest-page';
export type { DeviceKind } from './storage/local-store';

const local = createLocalStore(isGuestPage ? sessionStorage : localStorage);
const keys = isGuestPage ? tabKeys : deviceKeys;
const clock = createServerClock(Date.now);
const origin = () => serverOrigin() ?? location.origin;

/** Signs what the mobile shell sends with the device's own key. */
const loadSigner = once(async () => {
  const { createRequestSigner } = await import('./native/request-signing');
  return createRequestSigner({ now: clock.now, origin });
});

/** Deletes the key that has signed for the session of this device. Never rejects. */
export async function forgetSigningKey(): Promise<void> {
  if (isInShell()) await loadSigner().then((signer) => signer.forgetKey());
}

/** What the server has said, if it accepts nothing unsigned from this app. */
export const refusedUnsigned = createStore<{ readonly message: string | null }>(() => ({ message: null }));

/** The camera, microphone and speaker that the user has chosen for calls on this device. */
export const { readArOn, readChosen, writeArOn, writeChosen } = local;
export const { readFavorites, writeFavorites, writePushError, readPushToken, writePushToken } = local;
const deviceId = () => local.deviceId(() => crypto.randomUUID());

/** Empty in a browser without storage. */
function storedDeviceId(): string {
  try {
    return deviceId();
  } catch {
    return '';
  }
}

/** Loads the client configuration once, before anything is shown. Rejects if it cannot be loaded. */
export const loadConfig = () =>
  loadSettings(() => ({
    apiUrl: serverOrigin() ?? '',
    deviceId: storedDeviceId(),
    platformType: platformType(),
    hasShellPushes: hasPlugin('PushNotifications'),
  }));

const pageFetch = (url: string, init?: RequestInit) => fetch(atServer(url), init);

/** Answers that may be files, and large uploads, go through the worker. */
async function exchangeFile(given: Request, sending?: Sending): Promise<Answer> {
  sending?.signal.throwIfAborted();
  const request = { ...given, url: atServer(given.url) };
  if (request.method === 'GET')
    return workerOrPage(runInWorker({ type: 'exchange', request }, sending), () =>
      exchangeAsBlob(pageFetch, request, sending),
    );
  const parts = [request.body ?? '', ...request.fields.map(([, value]) => value)];
  const isSmall = parts.every((part) => typeof part === 'string' && part.length < LARGE);
  if (isSmall && !sending) return exchange(pageFetch, request);
  const onPage = () => upload(request, sending);
  const send = () => (isSmall ? onPage() : workerOrPage(runInWorker({ type: 'upload', request }, sending), onPage));
  return isInShell() ? (await import('./native/background-work')).finishInBackground(send) : send();
}

const revalidatingFetch = revalidating(pageFetch, () => currentScope().get(createAnswers));

const { api, request, refresh } = createClient(contractCalls, {
  fetch: isGuestPage ? revalidatingFetch : cachingSeen(revalidatingFetch, () => currentScope().signal),
  exchangeFile,
  exchangeBytes: (makeRequest, sending) => exchangeBytes(pageFetch, makeRequest, sending),
  apiKey: () => getConfig().apiKey,
  deviceId,
  language: () => document.documentElement.lang,
  clock,
  sign: async (request) => (isInShell() ? (await loadSigner()).sign(request) : request),
  onUnsigned: (message) => refusedUnsigned.setState({ message }),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  readToken: local.readToken,
  writeToken: local.writeToken,
  withRefreshLock: (run) => withRefreshLock('locks' in navigator ? navigator.locks : undefined, run),
  onSessionOver: () => void session.end(true),
});
export { api };

/** Sends a call that is not in `contract-calls`, because its declaration is loaded on demand. */
export const sendCall = <Call extends AnyCall>(call: Call, input: CallInput<Call>) =>
  request(call, input) as Promise<CallData<Call>>;

async function readGuestProfile() {
  const profile = local.readProfile();
  if (!profile) throw new Error('No profile is stored in this tab');
  return profile;
}

const HOST = 'guestHost';
const RATING = 'guestRating';

/** Stores the session that a guest's link has given. */
export async function saveGuest({ login, profile, host, ratingToken }: GuestEntry): Promise<void> {
  local.writeProfile(profile);
  sessionStorage.setItem(RATING, ratingToken);
  sessionStorage.setItem(HOST, JSON.stringify(encode(contact, host)));
  await session.save(login);
}

/** The person whom the guest calls. */
export function readHost() {
  const decoded = decode(contact, JSON.parse(sessionStorage.getItem(HOST) ?? 'null'));
  return decoded.success ? decoded.data : null;
}

/** With it the guest rates the call. It is forgotten with the session: read it before. */
export const readRatingToken = () => sessionStorage.getItem(RATING);

export const session = createSession({
  store: local,
  keys: {
    ...keys,
    async delete() {
      // Another session gets another key. The user's session outlives a guest's.
      if (!isGuestPage) void forgetSigningKey();
      await keys.delete();
    },
  },
  // A guest's profile came with the session and cannot be requested elsewhere.
  api: isGuestPage ? { ...api, getProfile: readGuestProfile } : api,
  refresh,
  callsEnabled: () => getConfig().callsEnabled,
  onEnd() {
    realtime.disconnect();
    local.forgetPrivate();
    scopeStore.getState().dispose();
    sessionStorage.clear();
  },
  forget(isOver) {
    // The data on the device belongs to a user signed in here, not to the guest.
    if (isGuestPage) return;
    endPushes();
    if (isInShell()) void import('./native/shell-files').then(({ forgetShellFiles }) => forgetShellFiles());
    void forgetUnsent();
    void forgetKnownKeys();
    void forgetNotifications();
    void forgetCache();
    if (!isOver) void forgetEditDrafts();
    // A visitor has no session to end, and each start confirms that.
    if (session.store.getState().status === 'starting' && !local.readFlag()) return;
    local.forgetMenu();
    void forgetSeen();
    if (isInShell()) void import('./native/end-choices').then(({ endChoices }) => endChoices());
  },
});

/** The scope of the present identity. Only for what outlives a scope: all other code is given its own. */
export const scopeStore = createScopeStore(session.store);
export const currentScope = () => scopeStore.getState();

// Fired for other tabs only. A null key means that everything was cleared.
addEventListener('storage', ({ key }) => {
  if (key === null || SESSION_KEYS.has(key)) session.follow();
});

export const realtime = createRealtime({
  async openSocket(beforeConnect) {
    const { default: ReconnectingWebSocket } = await import('partysocket/ws');
    const address = `${(serverOrigin() ?? '').replace(/^http/, 'ws')}/realtime`;
    const addressOnceReady = () => beforeConnect().then(() => address);
    return new ReconnectingWebSocket(addressOnceReady, [], {
      minReconnectionDelay: 300,
      maxReconnectionDelay: 8_000,
      maxEnqueuedMessages: 0,
    });
  },
  readToken: () => local.readToken()?.token ?? null,
  sign: isInShell() ? async (token) => (await loadSigner()).signSocket(token) : undefined,
  refresh,
  setTimer(action, ms) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
});

/** Whether a sign-in may be stored here: a first guess before it is read. */
export const isSignInStored = () => local.readFlag();

/** How this device identifies itself at sign-in. */
export const thisDevice = () => ({
  deviceId: deviceId(),
  appOs: appOs(),
  model: deviceName(navigator.userAgent, navigator.maxTouchPoints > 1),
});

/** Switches to another customer company. The old session's socket is closed first, so that its end is not reported. */
export async function moveToCustomer(customerCode: CallInput<typeof changeCustomer>['customerCode']): Promise<void> {
  realtime.disconnect();
  try {
    await session.save(await api.changeCustomer({ customerCode, ...thisDevice() }));
  } finally {
    if (session.store.getState().status === 'signedIn') realtime.connect();
  }
}

/** The signed-in user's profile. */
export const myself = (): Profile | null => {
  const state = session.store.getState();
  return state.status === 'signedIn' ? state.profile : null;
};

export const myId = (): string | null => myself()?.uniqueId ?? null;

/** The reader on this device, with the keys that open what was sealed for them. Null: not signed in. */
export async function readReader(): Promise<Reader | null> {
  const uniqueId = myId();
  const found = await keys.read();
  return uniqueId !== null && found ? { uniqueId, keys: found } : null;
}

export const useSession = <Part>(select: (state: SessionState) => Part): Part => useStore(session.store, select);

/** The signed-in user. Only for screens inside the signed-in shell. */
export function useMe() {
  const profile = useSession((state) => (state.status === 'signedIn' ? state.profile : null));
  if (!profile) throw new Error('Not signed in');
  return profile;
}
