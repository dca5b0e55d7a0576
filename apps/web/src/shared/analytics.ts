/** Analytics events (D7.22): counted on the server without cookies and without who it was. */
import type { Content, ScreenName } from '@earth/contracts';
import { createEventQueue } from './event-queue';
import { api, isGuestPage } from '../platform';

const queue = createEventQueue({
  send: (batch) => api.countEvents(batch),
  language: () => (document.documentElement.lang === 'it' ? 'it' : 'en'),
  isOnline: () => navigator.onLine,
  setTimer: (action, ms) => setTimeout(action, ms),
});

// The last moment of which a page learns: a phone may end it any time after.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') queue.flush();
});

/** A guest is in somebody's call, and looks at nothing else. */
const unlessGuest =
  <Of>(count: (of: Of) => void) =>
  (of: Of) => {
    if (!isGuestPage) count(of);
  };

export const screenView = unlessGuest((name: ScreenName) => queue.screenView(name));
export const contentView = unlessGuest(({ id }: Pick<Content, 'id'>) => queue.contentView(id));
export const favouriteAdded = unlessGuest(({ id }: Pick<Content, 'id'>) => queue.favouriteAdded(id));
