import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { getConfig, useSession } from '../data';
import { lazyPart } from '../ui/lazy-part';

const Shell = lazyPart(() => import('./Shell'), 'Shell');
const DiscoverShell = lazyPart(() => import('../features/discover'), 'DiscoverShell');
const ToSignIn = lazyPart(() => import('./ToSignIn'), 'ToSignIn');
const Locked = lazyPart(() => import('../features/sign-in/unlock'), 'Locked');

/** Of the pages here, what is also for who is not signed in. */
const FOR_VISITORS_TOO: ReadonlySet<string> = new Set(['/settings']);

/** What only somebody sees who is signed in; anybody else is asked to sign in first. */
export function SignedInOnly({ children }: { readonly children: ReactNode }) {
  const status = useSession((state) => state.status);
  const mustProtect = useSession((state) => state.status === 'signedIn' && state.mustProtect === true);
  if (status === 'starting') return null;
  const isOpen = status === 'signedIn' && !mustProtect;
  return <Suspense fallback={null}>{status === 'signedOut' ? <ToSignIn /> : isOpen ? children : <Locked />}</Suspense>;
}

/** The pages of who is signed in. Another person, or the same in another company or with other keys, starts them anew. */
export function Protected() {
  const who = useSession((state) =>
    state.status === 'signedIn' ? `${state.profile.uniqueId} ${state.profile.publicKey}` : null,
  );
  const isVisitor = useSession(({ status }) => status === 'signedOut');
  const isForVisitors = useLocation({ select: ({ pathname }) => FOR_VISITORS_TOO.has(pathname) });
  if (isVisitor && isForVisitors)
    return (
      <Suspense fallback={null}>
        <DiscoverShell />
      </Suspense>
    );
  return (
    <SignedInOnly>
      <Shell key={who} />
    </SignedInOnly>
  );
}

/** Pages of Discover for who is signed in. */
export const MembersOnly = () => (
  <SignedInOnly>
    <Outlet />
  </SignedInOnly>
);

/** Pages that a build may keep for who is signed in (Discover 9, «login for AR»). */
export const MembersOnlyInBuild = () => (getConfig().brand.discover.loginForScenes ? <MembersOnly /> : <Outlet />);
