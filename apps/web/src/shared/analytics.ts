/** D7.22: counted on the server without cookies and without identifying the user. */
import type { Content, ScreenName } from '@earth/contracts';
import { createEventQueue } from './event-queue';
import { currentContentLanguage } from './i18n';
import { api, isGuestPage } from '../platform';

const queue = createEventQueue({
  send: (batch) => api.countEvents(batch),
  language: currentContentLanguage,
  isOnline: () => navigator.onLine,
  setTimer: (action, ms) => setTimeout(action, ms),
});

// The last event that a page reliably receives: a phone may end it at any time afterwards.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') queue.flush();
});

/** A guest only takes part in a call: nothing is counted. */
const unlessGuest =
  <Of>(count: (of: Of) => void) =>
  (of: Of) => {
    if (!isGuestPage) count(of);
  };

export const screenView = unlessGuest((name: ScreenName) => queue.screenView(name));
export const contentView = unlessGuest(({ id }: Pick<Content, 'id'>) => queue.contentView(id));
export const favouriteAdded = unlessGuest(({ id }: Pick<Content, 'id'>) => queue.favouriteAdded(id));
