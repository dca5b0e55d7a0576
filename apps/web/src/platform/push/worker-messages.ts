/**
 * Subscribes to the messages of the service worker.
 * @returns a function that unsubscribes
 */
export function listenToWorker(onMessage: (message: Readonly<Record<string, unknown>>) => void): () => void {
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const listener = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null) onMessage(data as Readonly<Record<string, unknown>>);
  };
  worker?.addEventListener('message', listener);
  worker?.startMessages();
  return () => worker?.removeEventListener('message', listener);
}

/** Closes notifications: all, or those of a call or a room. */
export async function closeNotifications(
  tag?: string,
  isMeant: (data: unknown) => boolean = () => true,
): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const worker = await workers?.getRegistration();
  for (const shown of (await worker?.getNotifications(tag === undefined ? {} : { tag })) ?? [])
    if (isMeant(shown.data)) shown.close();
}
