import { Outlet } from '@tanstack/react-router';
import { isGuestPage } from '../platform';
import { lazyPart } from '../ui/feedback/lazy-part';
import { PartAwaited } from '../ui/feedback/PartFailed';
import { useViewer } from './use-viewer';

/** Not needed by visitors. */
const Reachable = lazyPart(() => import('./Reachable'), 'Reachable', { Missing: PartAwaited });

/** Preloads what makes a signed-in user reachable. */
export const loadReachable = (): Promise<void> | undefined => Reachable.preload();

/**
 * Every page, and beside it what makes a signed-in user reachable: a call that was made small goes on when another page has another
 * shell, or none. A guest's page has its own call.
 */
export function Root() {
  const viewer = useViewer();
  return (
    <>
      <Outlet />
      {viewer !== null && !isGuestPage && <Reachable key={viewer} />}
    </>
  );
}
