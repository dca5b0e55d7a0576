/** D7.22: counted on the server without cookies and without identifying the user. */
import type { ScreenName } from '@earth/contracts';
import type { ServiceEvent, ViewedContent } from './analytics-service';
import { createEventQueue } from './event-queue';
import { currentContentLanguage } from './i18n';
import { api, isGuestPage } from '../platform';
import { isChosen } from '../platform/storage/device-choices';

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

/** The same to the analytics service of the brand, if the user has allowed it. */
function tellService(event: ServiceEvent) {
  if (!isChosen('analyticsAllowed')) return;
  import('./analytics-service').then(
    ({ sendEvent }) => sendEvent(event),
    () => undefined,
  );
}

/** A guest only takes part in a call: nothing is counted. */
const unlessGuest =
  <Of>(count: (of: Of) => void) =>
  (of: Of) => {
    if (!isGuestPage) count(of);
  };

export const screenView = unlessGuest((screen: ScreenName) => {
  queue.screenView(screen);
  tellService({ screen });
});
export const contentView = unlessGuest((content: ViewedContent) => {
  queue.contentView(content.id);
  tellService({ content, as: 'content_view' });
});
export const favouriteAdded = unlessGuest((content: ViewedContent) => {
  queue.favouriteAdded(content.id);
  tellService({ content, as: 'add_favourite' });
});
