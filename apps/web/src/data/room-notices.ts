/** A room that is read: its notifications were seen. */
import { closeNotices } from './from-worker';

async function end(roomId: string) {
  const { markReceivedRead } = await import('./received-notifications');
  await Promise.all([closeNotices(roomId), markReceivedRead(roomId)]);
}

/** Where it fails they stay. */
export const endNotices = (roomId: string): void => void end(roomId).catch(() => undefined);
