/** What the end of a session means for the pushes of this browser, or of the mobile shell. */
import { isInShell } from '../native/shell';
import { closeNotifications } from './worker-messages';

let last: Promise<unknown> = Promise.resolve();

async function end(worker: ServiceWorkerRegistration | undefined): Promise<void> {
  const unsubscribe = async () => (await worker?.pushManager.getSubscription())?.unsubscribe();
  // A browser loads none of it.
  const endShell = async () => isInShell() && (await import('../native/push-tokens')).endTokens();
  await Promise.allSettled([unsubscribe(), closeNotifications(), endShell()]);
}

/** Nobody is told here any more who calls, even where the server did not hear of the end. */
export function endPushes(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  last = last.then(async () => end(await workers?.getRegistration())).catch(() => undefined);
}

/** The next session subscribes anew: not before the last one's subscription is gone. */
export const pushesEnded = () => last;
