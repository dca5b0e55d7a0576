/** What the service worker passes on to this page. @returns a function that ends this */
export function listenToWorker(take: (message: Readonly<Record<string, unknown>>) => void): () => void {
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const listener = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null) take(data as Readonly<Record<string, unknown>>);
  };
  worker?.addEventListener('message', listener);
  worker?.startMessages();
  return () => worker?.removeEventListener('message', listener);
}

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

/** Puts notifications away: all, or those of a call or a room. */
export async function closeNotices(tag?: string, isMeant: (data: unknown) => boolean = () => true): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const worker = await workers?.getRegistration();
  for (const shown of (await worker?.getNotifications(tag === undefined ? {} : { tag })) ?? [])
    if (isMeant(shown.data)) shown.close();
}
