import type { ReactNode } from 'react';
import { useSession } from '../platform';
import { lazyPart } from '../ui/feedback/lazy-part';

const ToSignIn = lazyPart(() => import('./ToSignIn'), 'ToSignIn');
const Locked = lazyPart(() => import('../account/sign-in/unlock'), 'Locked');

interface SignedInOnlyProps {
  /** Whether the content requires a sign-in. Content shown in both cases stays mounted when that changes. */
  readonly isRequired?: boolean;
  readonly children: ReactNode;
}

/** Content for signed-in users only; visitors are redirected to the sign-in. */
export function SignedInOnly({ isRequired = true, children }: SignedInOnlyProps) {
  const status = useSession((state) => state.status);
  const mustProtect = useSession((state) => state.status === 'signedIn' && state.mustProtect === true);
  if (isRequired && status === 'starting') return null;
  const isOpen = !isRequired || (status === 'signedIn' && !mustProtect);
  return isOpen ? children : status === 'signedOut' ? <ToSignIn /> : <Locked />;
}
