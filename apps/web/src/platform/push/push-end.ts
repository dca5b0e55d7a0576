/** Ends the pushes of this browser, or of the mobile shell, at the end of a session. */
import { createMutex } from '@earth/async';
import { isInShell } from '../native/shell';
import { closeNotifications } from './worker-messages';

async function end(worker: ServiceWorkerRegistration | undefined): Promise<void> {
  const unsubscribe = async () => (await worker?.pushManager.getSubscription())?.unsubscribe();
  // Imported dynamically: browsers do not need it.
  const endShell = async () => isInShell() && (await import('../native/push-tokens')).endTokens();
  await Promise.allSettled([unsubscribe(), closeNotifications(), endShell()]);
}

/** The next session must not subscribe before the last subscription is gone. */
const inOrder = createMutex();

/** Ends notifications of calls here, even if the server did not hear of the end. */
export function endPushes(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  inOrder(async () => end(await workers?.getRegistration())).catch(() => undefined);
}

/** Resolves when all that has begun to end has ended. */
export const pushesEnded = (): Promise<void> => inOrder(async () => undefined);
