/** Notices by push in this browser. The mobile shell shows them in the list only. */
import { useStore } from 'zustand';
import { api, getConfig, session } from '..';
import { isInShell } from '../native/shell';
import { areNoticesWanted, wantNotices } from '../storage/notices-wanted';
import { createNoticePush } from './notice-push';
import { pageBrowser } from './page-push';

export const noticePush = createNoticePush({
  api,
  browser: isInShell() ? null : pageBrowser,
  language: () => (document.documentElement.lang === 'it' ? 'it' : 'en'),
  isWanted: areNoticesWanted,
  want: wantNotices,
  isSignedIn: () => session.store.getState().status === 'signedIn',
  publicKey: () => getConfig().vapidPublicKey,
  isOnline: () => navigator.onLine,
});

export const useNoticePush = () => useStore(noticePush.store);
