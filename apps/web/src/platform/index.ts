/** The app's way to the server and to what the device keeps: built once, here, from the browser's own parts. */
import type { Sending } from '@earth/calls';
import {
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
import { hasPlugin, isInShell } from './native/shell';
import { createClient } from './http/client';
import { getConfig, loadConfig as loadSettings } from './config';
import * as contractCalls from './http/contract-calls';
import { forgetCache } from './storage/device-cache';
import { deviceName } from './session/device-name';
import { type Answer, exchange, exchangeAsBlob, type Request, upload } from './http/exchange';
import { besideOrHere, runBeside } from './crypto/file-thread';
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
import { forgetAnswers, revalidating } from './http/revalidating';
import { forgetSeen, keepingSeen } from './http/seen-contents';
import { createSession, type SessionState } from './session/session';
import { forgetUnsent } from './storage/unsent';

export { ApiError, NO_ANSWER } from './http/api-error';
export { getConfig } from './config';
export { isGuestPage } from './session/guest-page';
export type { DeviceKind } from './storage/local-store';

const local = createLocalStore(isGuestPage ? sessionStorage : localStorage);
const keys = isGuestPage ? tabKeys : deviceKeys;
/** Which camera, microphone and speaker the person has chosen for calls on this device. */
export const { readChosen, writeChosen } = local;
export const { readFavorites, writeFavorites, writePushError, readPushToken, writePushToken } = local;
const deviceId = () => local.deviceId(() => crypto.randomUUID());

/** Empty in a browser that keeps nothing. */
function storedDeviceId(): string {
  try {
    return deviceId();
  } catch {
    return '';
  }
}

/** What the server tells of itself, read once before anything is shown. Rejects where it cannot be had. */
export const loadConfig = () =>
  loadSettings(() => ({
    apiUrl: location.origin,
    deviceId: storedDeviceId(),
    platformType: platformType(),
    hasShellPushes: hasPlugin('PushNotifications'),
  }));

const pageFetch: typeof fetch = (url, init) => fetch(url, init);

/** What is asked for may be a file: it comes by the other thread, and so does what is large and sent. */
async function exchangeFile(request: Request, sending?: Sending): Promise<Answer> {
  sending?.signal.throwIfAborted();
  if (request.method === 'GET')
    return besideOrHere(runBeside({ is: 'exchange', request }, sending), () =>
      exchangeAsBlob(pageFetch, request, sending),
    );
  const isSmall = request.fields.every(([, value]) => typeof value === 'string' && value.length < LARGE);
  if (isSmall && !sending) return exchange(pageFetch, request);
  const here = () => upload(request, sending);
  return isSmall ? here() : besideOrHere(runBeside({ is: 'upload', request }, sending), here);
}

const { api, refresh } = createClient(contractCalls, {
  fetch: isGuestPage ? revalidating(pageFetch) : keepingSeen(revalidating(pageFetch)),
  exchangeFile,
  apiKey: () => getConfig().apiKey,
  deviceId,
  language: () => document.documentElement.lang,
  now: () => new Date(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  readToken: local.readToken,
  writeToken: local.writeToken,
  withRefreshLock: (run) => withRefreshLock('locks' in navigator ? navigator.locks : undefined, run),
  onSessionOver: () => void session.end(true),
});
export { api };

/** What ends with a session beside its record: whoever keeps something of it says so here. */
const enders = new Set<() => void>();
export function onSessionEnd(listener: () => void): () => void {
  enders.add(listener);
  return () => void enders.delete(listener);
}

async function readGuestProfile() {
  const profile = local.readProfile();
  if (!profile) throw new Error('This tab keeps nothing');
  return profile;
}

const HOST = 'guestHost';

/** Takes over what a guest's link has given. */
export async function saveGuest({ login, profile, host }: GuestEntry): Promise<void> {
  local.writeProfile(profile);
  sessionStorage.setItem(HOST, JSON.stringify(encode(contact, host)));
  await session.save(login);
}

/** Whom a guest calls. */
export function readHost() {
  const decoded = decode(contact, JSON.parse(sessionStorage.getItem(HOST) ?? 'null'));
  return decoded.success ? decoded.data : null;
}

export const session = createSession({
  store: local,
  keys,
  // A guest's profile came with the session, and is asked for nowhere else.
  api: isGuestPage ? { ...api, getProfile: readGuestProfile } : api,
  refresh,
  callsEnabled: () => getConfig().callsEnabled,
  onEnd() {
    realtime.disconnect();
    forgetAnswers();
    local.forgetPrivate();
    for (const listener of enders) listener();
    sessionStorage.clear();
  },
  forget() {
    // What the device keeps beside is of somebody who is signed in here.
    if (isGuestPage) return;
    endPushes();
    if (isInShell()) void import('./native/shell-files').then(({ forgetShellFiles }) => forgetShellFiles());
    void forgetUnsent();
    void forgetKnownKeys();
    void forgetNotifications();
    void forgetCache();
    // A visitor has no session that ends; each of their starts finds that there is none.
    if (session.store.getState().status === 'starting' && !local.readFlag()) return;
    local.forgetMenu();
    void forgetSeen();
  },
});

// The event comes from other tabs only. A key of null: everything was cleared.
addEventListener('storage', ({ key }) => {
  if (key === null || SESSION_KEYS.has(key)) session.follow();
});

export const realtime = createRealtime({
  async openSocket() {
    const { default: ReconnectingWebSocket } = await import('partysocket/ws');
    const address = `${location.origin.replace(/^http/, 'ws')}/realtime`;
    return new ReconnectingWebSocket(address, [], {
      minReconnectionDelay: 300,
      maxReconnectionDelay: 8_000,
      maxEnqueuedMessages: 0,
    });
  },
  readToken: () => local.readToken()?.token ?? null,
  refresh,
  setTimer(action, ms) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
});

/** Whether a sign-in may be stored here: a first guess, before it is read. */
export const isSignInStored = () => local.readFlag();

/** How this device names itself when it signs in. */
export const thisDevice = () => ({
  deviceId: deviceId(),
  appOs: appOs(),
  model: deviceName(navigator.userAgent, navigator.maxTouchPoints > 1),
});

/** Goes on in another customer company. The old session's socket is closed first: its end is not news. */
export async function moveToCustomer(customerCode: CallInput<typeof changeCustomer>['customerCode']): Promise<void> {
  realtime.disconnect();
  try {
    await session.save(await api.changeCustomer({ customerCode, ...thisDevice() }));
  } finally {
    if (session.store.getState().status === 'signedIn') realtime.connect();
  }
}

/** Who is signed in. */
export const myself = (): Profile | null => {
  const state = session.store.getState();
  return state.status === 'signedIn' ? state.profile : null;
};

export const myId = (): string | null => myself()?.uniqueId ?? null;

/** Who reads on this device, with the keys that open what was sealed for them. Null: not signed in. */
export async function readReader(): Promise<Reader | null> {
  const uniqueId = myId();
  const found = await keys.read();
  return uniqueId !== null && found ? { uniqueId, keys: found } : null;
}

export const useSession = <Part>(select: (state: SessionState) => Part): Part => useStore(session.store, select);

/** The signed-in person. Only for what the signed-in shell shows. */
export function useMe() {
  const profile = useSession((state) => (state.status === 'signedIn' ? state.profile : null));
  if (!profile) throw new Error('Nobody is signed in');
  return profile;
}
