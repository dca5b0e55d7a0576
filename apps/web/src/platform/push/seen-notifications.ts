/** A room that is read, a call that is answered: its notifications were seen. */
import { closeNotifications } from './worker-messages';

async function end(tag: string) {
  const { markReceivedRead } = await import('./received-notifications');
  await Promise.all([closeNotifications(tag), markReceivedRead(tag)]);
}

/** Where it fails they stay. */
export const closeSeenNotifications = (tag: string): void => void end(tag).catch(() => undefined);
