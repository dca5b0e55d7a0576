/** The pushes of this browser. */
import { useStore } from 'zustand';
import { api, getConfig, thisDevice, writePushError } from '.';
import { createPush, type PushPorts } from './push';
import { pushesEnded } from './push-end';
import { changeVisitorProfile, readVisitorProfile } from './visitor-profile';

/** Where the build puts the service worker, and where `npm run dev` has none. */
const WORKER = '/sw.js';

const hasPushes = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const pageBrowser: PushPorts['browser'] = {
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  async register() {
    await pushesEnded();
    await navigator.serviceWorker.register(WORKER);
    return await navigator.serviceWorker.ready;
  },
};

export const push = createPush({
  browser: hasPushes ? pageBrowser : null,
  api,
  deviceId: () => thisDevice().deviceId,
  publicKey: () => getConfig().vapidPublicKey,
  isWanted: () => readVisitorProfile().notificationEnabled,
  want: (notificationEnabled) => changeVisitorProfile({ notificationEnabled }),
  writeError: writePushError,
});

export const usePush = () => useStore(push.store);
