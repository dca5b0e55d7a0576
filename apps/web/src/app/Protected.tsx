import { Navigate, useLocation } from '@tanstack/react-router';
import { getConfig, useSession } from '../platform';
import { lazyPart } from '../ui/feedback/lazy-part';
import { startPage } from '../shared/start-page';
import { SignedInOnly } from './SignedInOnly';

const Shell = lazyPart(() => import('./Shell'), 'Shell');
const DiscoverShell = lazyPart(() => import('./DiscoverShell'), 'DiscoverShell');

/** Loads what surrounds the pages of a signed-in person, ahead of its time. */
export const loadShell = (): Promise<void> | undefined => Shell.preload();

/** Of the pages here, what is also for who is not signed in. */
const FOR_VISITORS_TOO: ReadonlySet<string> = new Set(['/settings']);

/** The pages of who is signed in. Another person, or the same in another company or with other keys, starts them anew. */
export function Protected() {
  const who = useSession((state) =>
    state.status === 'signedIn' ? `${state.profile.uniqueId} ${state.profile.publicKey}` : null,
  );
  const isVisitor = useSession(({ status }) => status === 'signedOut');
  // Whose session has just ended signs in again, wherever that was.
  const isOver = useSession((state) => state.status === 'signedOut' && state.isOver);
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (isVisitor && FOR_VISITORS_TOO.has(path)) return <DiscoverShell />;
  if (isVisitor && path === '/' && !isOver && !getConfig().brand.loginRequired)
    return <Navigate to={startPage()} replace />;
  return (
    <SignedInOnly>
      <Shell key={who} />
    </SignedInOnly>
  );
}
