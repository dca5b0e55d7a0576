import { FRESH_SIGN_IN_MINUTES } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../shared/use-now';
import { devicesQuery, queryClient } from '../../shared/queries';
import { useUnsent } from '../../assist/rooms/model/use-unsent';
import { useCall } from '../../assist/calls/model/call-session';

/** The server takes nothing of this kind from a session that is older: it may lie about. Until it is known, it is none. */
function useIsOld(): boolean {
  const now = useNow();
  // Who is about to be signed in has nothing around that would give this.
  const { data } = useQuery(devicesQuery, queryClient);
  const here = data?.find(({ isCurrent }) => isCurrent);
  return here !== undefined && now.getTime() - Date.parse(here.signInDate) > FRESH_SIGN_IN_MINUTES * 60_000;
}

/** Other keys end what is being done with those of now, in whatever tab, and are for whoever has just shown who they are. */
export function useHindrance(): 'inCall' | 'unsent' | 'oldSignIn' | null {
  const isCalling = useCall().view.phase !== 'idle';
  const unsent = useUnsent().inRooms;
  const isOld = useIsOld();
  if (isCalling) return 'inCall';
  if (unsent > 0) return 'unsent';
  return isOld ? 'oldSignIn' : null;
}
