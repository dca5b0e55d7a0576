import { type NotificationAnswer, claimAnswer } from './notification-answer';

async function claimFromAddress(): Promise<NotificationAnswer | null> {
  const secret = new URLSearchParams(location.search).get('answer');
  if (location.pathname !== '/' || secret === null) return null;
  // A reload must not answer again.
  history.replaceState(null, '', '/');
  // If the browser refuses IndexedDB, no answer was stored: the call rings, as after any other start.
  return claimAnswer(secret).catch(() => null);
}

/** Removed from the address before the router reads it. */
let answer: Promise<NotificationAnswer | null> = claimFromAddress();

/**
 * The answer in the address with which this page was opened; null from the second call on, so that it does not answer a later call.
 */
export function claimAnswerFromAddress(): Promise<NotificationAnswer | null> {
  const claimed = answer;
  answer = Promise.resolve(null);
  return claimed;
}
