/** What the server does not have yet and this device does: of all tabs, for a tab that is about to part with it. */
import { useQuery } from '@tanstack/react-query';
import { keys as keysIn } from 'idb-keyval';
import { useSession } from '../../../platform';
import { orNothing } from '../../../platform/storage/indexed-store';
import { queryClient } from '../../../shared/queries';
import { roomsOf, useOutgoing } from './room-sending';
import { unsentStore } from '../../../platform/storage/unsent';

/** No tab tells another what it has sent. */
const AGAIN_MS = 1000;

interface Unsent {
  /** Messages and files for rooms. */
  readonly inRooms: number;
  /** With what was made in calls. */
  readonly all: number;
}

const none: Unsent = { inRooms: 0, all: 0 };

/** What is kept of somebody. */
const countKept = (contactId: string) =>
  orNothing(async (): Promise<Unsent> => {
    // A key begins with whose it is.
    const owners = (await keysIn<string>(unsentStore())).map((key) => key.split(' ')[0]);
    const countOf = (owner: string) => owners.filter((one) => one === owner).length;
    const inRooms = countOf(roomsOf(contactId));
    return { inRooms, all: inRooms + countOf(contactId) };
  }, none);

/** How much of who is signed in is not sent yet. */
export function useUnsent(): Unsent {
  const contactId = useSession((state) => (state.status === 'signedIn' ? state.profile.uniqueId : null));
  // What is being sealed, or will never go, is not kept.
  const here = useOutgoing().length;
  const { data: kept = none } = useQuery(
    {
      queryKey: ['unsent', contactId],
      queryFn: () => (contactId === null ? none : countKept(contactId)),
      staleTime: 0,
      refetchInterval: AGAIN_MS,
    },
    queryClient,
  );
  const inRooms = Math.max(here, kept.inRooms);
  return { inRooms, all: inRooms + kept.all - kept.inRooms };
}
