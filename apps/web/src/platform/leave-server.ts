import { forgetServer } from './server-address';
import { forgetSeen } from './http/seen-contents';
import { session } from '.';

/** What belongs to the device, whatever its server is. */
const OF_THE_DEVICE: ReadonlySet<string> = new Set(['language', 'theme']);

/**
 * Leaves the server of the mobile shell: signs out, forgets what the device has stored of that server, and starts the app anew, which asks for
 * another one. Never rejects: without a network it is left too.
 */
export async function leaveServer(restart = () => location.assign('/')): Promise<void> {
  if (session.store.getState().status === 'signedIn') await session.signOut().catch(() => undefined);
  await forgetSeen();
  for (const key of Object.keys(localStorage)) if (!OF_THE_DEVICE.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  forgetServer();
  restart();
}
