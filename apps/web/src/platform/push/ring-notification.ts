/** The system notification of an incoming call while no page of the app is visible. */
import { createMutex } from '@earth/async';
import { closeNotifications } from './worker-messages';
import { ringActions } from './ring-actions';

export interface Ring {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly title: string;
  readonly body: string;
  readonly language: string;
}

/** Showing and closing run in the order of the calls. */
const inTurn = createMutex();
/** The current notification of each call: an earlier one then no longer closes it. */
const current = new Map<string, symbol>();

/** Without a service worker the page shows it itself, if the browser allows that. */
function showByPage(title: string, options: NotificationOptions): Notification {
  const shown = new Notification(title, options);
  shown.addEventListener('click', () => window.focus());
  return shown;
}

const isRinging = (data: unknown) => (data as { readonly isRinging?: unknown } | null)?.isRinging === true;

/**
 * Shows a notification of an incoming call with the same tag as a push of that call, so that there is only one. When the ring ends
 * it is closed, unless it meanwhile reports the call as missed or was renewed for the same ring.
 * @returns a function that ends it
 */
export function showRing({ callUniqueId, callerName, title, body, language }: Ring): () => void {
  const mine = Symbol(callUniqueId);
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  let shown: Notification | null = null;
  async function show() {
    const worker = await workers?.getRegistration();
    if (current.get(callUniqueId) !== mine) return;
    const options = { tag: callUniqueId, body, requireInteraction: true };
    const data = { callUniqueId, callerName, isRinging: true };
    if (worker?.active) {
      // The DOM types lack `actions`.
      const answered = { ...options, data, actions: ringActions(language) };
      await worker.showNotification(title, answered);
    } else shown = showByPage(title, options);
  }
  async function putAway() {
    if (!current.has(callUniqueId)) await closeNotifications(callUniqueId, isRinging);
  }
  current.set(callUniqueId, mine);
  // Mobile browsers forbid pages to show notifications: then the ring is only heard.
  inTurn(show).catch(() => undefined);
  return () => {
    if (current.get(callUniqueId) === mine) current.delete(callUniqueId);
    shown?.close();
    inTurn(putAway).catch(() => undefined);
  };
}
