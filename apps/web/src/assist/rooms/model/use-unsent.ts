/** Counts what this device has not sent yet, from all tabs, for a warning before sign-out. */
import { useQuery } from '@tanstack/react-query';
import { keys as keysIn } from 'idb-keyval';
import { useSession } from '../../../platform';
import { orNothing } from '../../../platform/storage/indexed-store';
import { roomsOf, useOutgoing } from './room-sending';
import { unsentStore } from '../../../platform/storage/unsent';
import { useScope } from '../../../platform/session/scope-context';
import { createQueryClient } from '../../../shared/query-client';

/** Polling interval, because tabs do not notify each other of what they have sent. */
const AGAIN_MS = 1000;

interface Unsent {
  /** Messages and files of rooms. */
  readonly inRooms: number;
  /** Including uploads of calls. */
  readonly all: number;
}

const none: Unsent = { inRooms: 0, all: 0 };

/** Counts what is stored for an owner. */
const countKept = (contactId: string) =>
  orNothing(async (): Promise<Unsent> => {
    // A key begins with its owner.
    const owners = (await keysIn<string>(unsentStore())).map((key) => key.split(' ')[0]);
    const countOf = (owner: string) => owners.filter((one) => one === owner).length;
    const inRooms = countOf(roomsOf(contactId));
    return { inRooms, all: inRooms + countOf(contactId) };
  }, none);

/** How much of the signed-in user is not sent yet. */
export function useUnsent(): Unsent {
  const scope = useScope();
  const contactId = useSession((state) => (state.status === 'signedIn' ? state.profile.uniqueId : null));
  // Messages that are being sealed, or can never be sent, are not stored.
  const here = useOutgoing().length;
  const { data: stored = none } = useQuery(
    {
      queryKey: ['unsent', contactId],
      queryFn: () => (contactId === null ? none : countKept(contactId)),
      staleTime: 0,
      refetchInterval: AGAIN_MS,
    },
    scope.get(createQueryClient),
  );
  const inRooms = Math.max(here, stored.inRooms);
  return { inRooms, all: inRooms + stored.all - stored.inRooms };
}
