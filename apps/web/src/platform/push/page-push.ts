/** Pushes of this browser, or of the mobile shell around it. */
import { useStore } from 'zustand';
import { requestTokenPermission, endTokens, requestTokens, tokenPermission, typeOfTokens } from '../native/push-tokens';
import { isInShell } from '../native/shell';
import { api, getConfig, readPushToken, thisDevice, writePushError, writePushToken } from '..';
import { createPush, type Push } from './push';
import { pushesEnded } from './push-end';
import { createShellPush, type ShellPushPorts } from './shell-push';
import type { PushBrowser } from './subscribe';
import { changeVisitorProfile, readVisitorProfile } from '../storage/visitor-profile';

/** The script's address in a build. `npm run dev` has no service worker. */
const WORKER = '/sw.js';

const hasPushes = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const browserPushes: PushBrowser = {
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
  async register() {
    await pushesEnded();
    await navigator.serviceWorker.register(WORKER);
    return await navigator.serviceWorker.ready;
  },
};

/** Null: this browser has no pushes. */
export const pageBrowser = hasPushes ? browserPushes : null;

const shellBridge: ShellPushPorts['bridge'] = {
  permission: tokenPermission,
  requestPermission: requestTokenPermission,
  async requestTokens(handler) {
    await pushesEnded();
    await requestTokens(handler);
  },
  endTokens,
};

const pageTokenStore: ShellPushPorts['tokenStore'] = {
  read() {
    const [firebase, voip] = [readPushToken('firebaseToken'), readPushToken('voipToken')];
    return [
      ...(firebase === null ? [] : [{ token: firebase, ...typeOfTokens() }]),
      ...(voip === null ? [] : [{ token: voip, type: 'voip' as const }]),
    ];
  },
  write: ({ token, type }) => writePushToken(type === 'voip' ? 'voipToken' : 'firebaseToken', token),
  delete() {
    writePushToken('firebaseToken', null);
    writePushToken('voipToken', null);
  },
};

const ports = {
  api,
  deviceId: () => thisDevice().deviceId,
  isWanted: () => readVisitorProfile().notificationEnabled,
  want: (notificationEnabled: boolean) => changeVisitorProfile({ notificationEnabled }),
  writeError: writePushError,
  isOnline: () => navigator.onLine,
};

export const push: Push = isInShell()
  ? createShellPush({ ...ports, bridge: shellBridge, tokenStore: pageTokenStore })
  : createPush({ ...ports, browser: pageBrowser, publicKey: () => getConfig().vapidPublicKey });

export const usePush = () => useStore(push.store);
