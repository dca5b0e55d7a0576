/** A room that is read, a call that is answered: its notifications were seen. */
import { closeNotices } from './from-worker';

async function end(tag: string) {
  const { markReceivedRead } = await import('./received-notifications');
  await Promise.all([closeNotices(tag), markReceivedRead(tag)]);
}

/** Where it fails they stay. */
export const endNotices = (tag: string): void => void end(tag).catch(() => undefined);
