/** What the end of a session means for the pushes of this browser, or of the mobile shell. */
import { endTokens } from '../native/push-tokens';
import { closeNotices } from './from-worker';

let last: Promise<unknown> = Promise.resolve();

async function end(worker: ServiceWorkerRegistration | undefined): Promise<void> {
  const unsubscribe = async () => (await worker?.pushManager.getSubscription())?.unsubscribe();
  await Promise.allSettled([unsubscribe(), closeNotices(), endTokens()]);
}

/** Nobody is told here any more who calls, even where the server did not hear of the end. */
export function endPushes(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  last = last.then(async () => end(await workers?.getRegistration())).catch(() => undefined);
}

/** The next session subscribes anew: not before the last one's subscription is gone. */
export const pushesEnded = () => last;
