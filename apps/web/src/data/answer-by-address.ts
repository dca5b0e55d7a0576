import { type NotificationAnswer, takeAnswer } from './notification-answer';

async function takeByAddress(): Promise<NotificationAnswer | null> {
  const secret = new URLSearchParams(location.search).get('answer');
  if (location.pathname !== '/' || secret === null) return null;
  // Whoever reloads has not answered again.
  history.replaceState(null, '', '/');
  // A browser that refuses its database has kept no answer: the call rings, as after any start.
  return takeAnswer(secret).catch(() => null);
}

/** The answer that this page was opened with: taken out of its address before the router looks. */
export const answerByAddress = takeByAddress();
