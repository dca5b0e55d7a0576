import { FRESH_SIGN_IN_MINUTES } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../shared/use-now';
import { devicesQuery } from '../../shared/queries';
import { useUnsent } from '../../assist/rooms/model/use-unsent';
import { useCall } from '../../assist/calls/model/call-session';
import { useScoped } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

/** Whether the session is too old: the server only accepts key changes from a recent sign-in. False until it is known. */
function useIsOld(): boolean {
  const now = useNow();
  // During sign-in there is no QueryClient provider.
  const { data } = useQuery(devicesQuery, useScoped(createQueryClient));
  const here = data?.find(({ isCurrent }) => isCurrent);
  return here !== undefined && now.getTime() - Date.parse(here.signInDate) > FRESH_SIGN_IN_MINUTES * 60_000;
}

/**
 * Why keys cannot be replaced now: new keys end calls and pending messages that use the former ones, in every tab, and require a
 * recent sign-in.
 */
export function useKeyChangeHindrance(): 'inCall' | 'unsent' | 'oldSignIn' | null {
  const isCalling = useCall().view.phase !== 'idle';
  const unsent = useUnsent().inRooms;
  const isOld = useIsOld();
  if (isCalling) return 'inCall';
  if (unsent > 0) return 'unsent';
  return isOld ? 'oldSignIn' : null;
}
