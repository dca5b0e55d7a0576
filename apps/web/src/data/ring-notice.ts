/** What the system says of a call while no page of the app is in sight. */
import { closeNotices } from './from-worker';

export interface Ring {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly title: string;
  readonly body: string;
}

/**
 * Says by the system that somebody calls, in the place where a push of the same call says it: so there is one notification. When the
 * ring ends that is closed; one that says by then that the call was missed stays. @returns what ends it
 */
export function showRing({ callUniqueId, callerName, title, body }: Ring): () => void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  let shown: Notification | null = null;
  let isOver = false;
  async function show() {
    const worker = await workers?.getRegistration();
    if (isOver) return;
    const options = { tag: callUniqueId, body, requireInteraction: true };
    const data = { callUniqueId, callerName, isRinging: true };
    if (worker?.active) return worker.showNotification(title, { ...options, data });
    shown = new Notification(title, options);
    shown.addEventListener('click', () => window.focus());
  }
  const isRinging = (data: unknown) => (data as { readonly isRinging?: unknown } | null)?.isRinging === true;
  const showing = show();
  return () => {
    isOver = true;
    shown?.close();
    void showing.then(() => closeNotices(callUniqueId, isRinging)).catch(() => undefined);
  };
}
