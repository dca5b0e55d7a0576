/** What the system says of a call while no page of the app is in sight. */
import type { Language } from '@earth/contracts';
import { closeNotifications } from './worker-messages';
import { serialize } from '../serialize';
import { ringActions } from './ring-actions';

export interface Ring {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly title: string;
  readonly body: string;
  readonly language: Language;
}

/** Shows and puts away in the order in which that was wished for. */
const inTurn = serialize((act: () => Promise<void>) => act());
/** By its call, what says it now: what was said before is then no longer put away. */
const said = new Map<string, symbol>();

/** Without a worker a page shows it itself, where the browser lets it. */
function showByPage(title: string, options: NotificationOptions): Notification {
  const shown = new Notification(title, options);
  shown.addEventListener('click', () => window.focus());
  return shown;
}

const isRinging = (data: unknown) => (data as { readonly isRinging?: unknown } | null)?.isRinging === true;

/**
 * Says by the system that somebody calls, in the place where a push of the same call says it: so there is one notification. When the
 * ring ends that is closed; one that says by then that the call was missed stays, and so does what says the same ring anew.
 * @returns what ends it
 */
export function showRing({ callUniqueId, callerName, title, body, language }: Ring): () => void {
  const mine = Symbol(callUniqueId);
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  let shown: Notification | null = null;
  async function show() {
    const worker = await workers?.getRegistration();
    if (said.get(callUniqueId) !== mine) return;
    const options = { tag: callUniqueId, body, requireInteraction: true };
    const data = { callUniqueId, callerName, isRinging: true };
    if (worker?.active) {
      // The browser's types leave `actions` out.
      const answered = { ...options, data, actions: ringActions[language] };
      await worker.showNotification(title, answered);
    } else shown = showByPage(title, options);
  }
  async function putAway() {
    if (!said.has(callUniqueId)) await closeNotifications(callUniqueId, isRinging);
  }
  said.set(callUniqueId, mine);
  // A phone's browser lets no page show one by itself: then the ring is heard alone.
  inTurn(show).catch(() => undefined);
  return () => {
    if (said.get(callUniqueId) === mine) said.delete(callUniqueId);
    shown?.close();
    inTurn(putAway).catch(() => undefined);
  };
}
