import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getConfig, useSession } from '../data';
import { lazyPart } from '../ui/lazy-part';
import { startPage } from './start-page';

const Shell = lazyPart(() => import('./Shell'), 'Shell');
const DiscoverShell = lazyPart(() => import('../features/visitor'), 'DiscoverShell');
const ToSignIn = lazyPart(() => import('./ToSignIn'), 'ToSignIn');
const Locked = lazyPart(() => import('../features/sign-in/unlock'), 'Locked');

/** Loads what surrounds the pages of a signed-in person, ahead of its time. */
export const loadShell = (): Promise<void> | undefined => Shell.preload();

/** Of the pages here, what is also for who is not signed in. */
const FOR_VISITORS_TOO: ReadonlySet<string> = new Set(['/settings']);

interface SignedInOnlyProps {
  /** Whether what it shows is for who is signed in. What is shown to both stays as it is where that changes. */
  readonly isRequired?: boolean;
  readonly children: ReactNode;
}

/** What only somebody sees who is signed in; anybody else is asked to sign in first. */
export function SignedInOnly({ isRequired = true, children }: SignedInOnlyProps) {
  const status = useSession((state) => state.status);
  const mustProtect = useSession((state) => state.status === 'signedIn' && state.mustProtect === true);
  if (isRequired && status === 'starting') return null;
  const isOpen = !isRequired || (status === 'signedIn' && !mustProtect);
  return isOpen ? children : status === 'signedOut' ? <ToSignIn /> : <Locked />;
}

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
