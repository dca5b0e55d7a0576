/** Closes the notifications of a room that was read or a call that was answered. */
import { closeNotifications } from './worker-messages';

async function end(tag: string) {
  const { markReceivedRead } = await import('./received-notifications');
  await Promise.all([closeNotifications(tag), markReceivedRead(tag)]);
}

/** On failure they stay. */
export const closeSeenNotifications = (tag: string): void => void end(tag).catch(() => undefined);
