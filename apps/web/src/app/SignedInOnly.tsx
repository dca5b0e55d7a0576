import type { ReactNode } from 'react';
import { useSession } from '../platform';
import { lazyPart } from '../ui/feedback/lazy-part';
import { PartAwaited } from '../ui/feedback/PartFailed';

const ToSignIn = lazyPart(() => import('./ToSignIn'), 'ToSignIn');
/** Who has no keys here needs none of it. */
const Reachable = lazyPart(() => import('./Reachable'), 'Reachable', { Missing: PartAwaited });
const Locked = lazyPart(() => import('../account/sign-in/unlock'), 'Locked');

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
  return isOpen ? (
    children
  ) : status === 'signedOut' ? (
    <ToSignIn />
  ) : (
    <Locked>
      <Reachable />
    </Locked>
  );
}
