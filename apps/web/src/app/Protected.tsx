import { Navigate, useLocation } from '@tanstack/react-router';
import { getConfig, useSession } from '../platform';
import { lazyPart } from '../ui/feedback/lazy-part';
import { startPage } from '../shared/start-page';
import { SignedInOnly } from './SignedInOnly';
import { useViewer } from './use-viewer';

const Shell = lazyPart(() => import('./Shell'), 'Shell');
const DiscoverShell = lazyPart(() => import('./DiscoverShell'), 'DiscoverShell');

/** Preloads the shell of the signed-in pages. */
export const loadShell = (): Promise<void> | undefined => Shell.preload();

/** Pages of this shell that visitors may see too. */
const FOR_VISITORS_TOO: ReadonlySet<string> = new Set(['/settings', '/notifications', '/notices']);

/** The signed-in pages. Another user, company or key remounts them. */
export function Protected() {
  const viewer = useViewer();
  const isVisitor = useSession(({ status }) => status === 'signedOut');
  // If the session was ended from outside, the user signs in again from any page.
  const isOver = useSession((state) => state.status === 'signedOut' && state.isOver);
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (isVisitor && FOR_VISITORS_TOO.has(path)) return <DiscoverShell />;
  if (isVisitor && path === '/' && !isOver && !getConfig().brand.loginRequired)
    return <Navigate to={startPage()} replace />;
  return (
    <SignedInOnly>
      <Shell key={viewer} />
    </SignedInOnly>
  );
}
