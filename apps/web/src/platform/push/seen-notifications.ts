/** Closes the notifications of a room that was read or a call that was answered. */
import { closeNotifications } from './worker-messages';

async function end(tag: string) {
  const { markReceivedRead } = await import('./received-notifications');
  await Promise.all([closeNotifications(tag), markReceivedRead(tag)]);
}

async function drop(roomId: string, date: string) {
  const { dropReceived, receivedIdOf } = await import('./received-notifications');
  await Promise.all([closeNotifications(roomId), dropReceived(receivedIdOf(roomId, date))]);
}

/** Its author has deleted the message of this date. On failure they stay. */
export const closeDeletedNotification = (roomId: string, date: string): void =>
  void drop(roomId, date).catch(() => undefined);

/** On failure they stay. */
export const closeSeenNotifications = (tag: string): void => void end(tag).catch(() => undefined);
