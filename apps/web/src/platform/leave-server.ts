import { forgetKnownKeys } from './crypto/known-keys';
import { endAnalytics } from './native/analytics';
import { forgetServer, serverOrigin } from './server-address';
import { deviceKeys } from './session/device-keys';
import { forgetCache } from './storage/device-cache';
import { forgetEditDrafts } from './storage/forget-edit-drafts';
import { forgetNotifications } from './storage/indexed-store';
import { forgetUnsent } from './storage/unsent';
import { forgetSigningKey, session } from '.';

/** What belongs to the device, whatever its server is. */
const OF_THE_DEVICE: ReadonlySet<string> = new Set(['language', 'theme', 'serverAddress']);
/** The server whose data are stored. */
const OWNER = 'serverOfData';

const forgetFiles = async () =>
  'caches' in globalThis && Promise.all((await caches.keys()).map((name) => caches.delete(name)));

/**
 * Forgets all that the device has stored of a server, without asking that server anything: another one must get neither its token nor its
 * contents. Never rejects.
 */
async function forgetServerData(): Promise<void> {
  const databases = [forgetUnsent, forgetKnownKeys, forgetNotifications, forgetCache, forgetEditDrafts];
  await Promise.allSettled([
    // Without its stored permission it must not go on by itself.
    endAnalytics(),
    forgetFiles(),
    deviceKeys.delete(),
    forgetSigningKey(),
    ...databases.map(async (forget) => forget()),
  ]);
  for (const key of Object.keys(localStorage)) if (!OF_THE_DEVICE.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

/** At the start of the shell: a build may have been updated to another server than the one whose data are stored. */
export async function keepDataOfOwnServer(): Promise<void> {
  const origin = serverOrigin() ?? '';
  const owner = localStorage.getItem(OWNER);
  if (owner !== null && owner !== origin) await forgetServerData();
  localStorage.setItem(OWNER, origin);
}

/**
 * Leaves the server of the mobile shell: signs out, forgets what the device has stored of that server, and starts the app anew, which asks for
 * another one. Never rejects: without a network it is left too.
 */
export async function leaveServer(restart = () => location.assign('/')): Promise<void> {
  if (session.store.getState().status === 'signedIn') await session.signOut().catch(() => undefined);
  await forgetServerData();
  forgetServer();
  restart();
}
