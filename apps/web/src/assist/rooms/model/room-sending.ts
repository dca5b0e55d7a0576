/** The page's outbox for rooms: loaded after sign-in, it sends what is left from before, and lasts as long as the sign-in. */
import type { Recipient } from '@earth/calls';
import type { Sealer } from '@earth/contracts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { loadRoomCipher } from '../../../shared/call-queries';
import { api, getConfig, myself, onSessionEnd, realtime } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { queryClient } from '../../../shared/queries';
import { takeMessage } from './room-events';
import type { Outgoing, RoomOutbox, RoomUnsent } from './room-outbox';
import { roomPeopleQuery } from './room-queries';
import { createUnsentStore } from '../../../platform/storage/unsent';

const current = createStore<{ readonly outbox: RoomOutbox | null }>(() => ({ outbox: null }));
let starting: Promise<RoomOutbox> | null = null;

/** Of oneself one knows the key better than whoever names it. */
const toRecipients = (people: readonly { readonly contact: Recipient }[]): readonly Recipient[] => {
  const me = myself();
  return people.map(({ contact }) => {
    const { uniqueId, publicKey } = contact.uniqueId === me?.uniqueId ? me : contact;
    return { uniqueId, publicKey };
  });
};

async function findRecipients(roomId: string, anew: boolean): Promise<readonly Recipient[]> {
  const query = roomPeopleQuery(roomId);
  return toRecipients(await queryClient.query(anew ? { ...query, staleTime: 0 } : query));
}

/** Under whose name it is kept what somebody has not sent. */
export const roomsOf = (contactId: string) => `rooms:${contactId}`;

async function create(me: Sealer): Promise<RoomOutbox> {
  const [{ createRoomOutbox }, { makePreview }, cipher] = await Promise.all([
    import('./room-outbox'),
    import('../../../platform/crypto/small-picture'),
    loadRoomCipher(),
  ]);
  return createRoomOutbox({
    me,
    maxFileBytes: getConfig().maxFileBytes,
    store: createUnsentStore<RoomUnsent>(roomsOf(me.uniqueId), navigator.locks),
    cipher,
    makePreview,
    clock: pageClock,
    realtime,
    createId: () => crypto.randomUUID(),
    recipients: findRecipients,
    knownRecipients: (roomId) => toRecipients(queryClient.getQueryData(roomPeopleQuery(roomId).queryKey) ?? []),
    send: (fields, sending) => api.sendRoomMessage(fields, sending),
    onStored: (message, text) => takeMessage({ ...message, text }),
  });
}

/**
 * For who is signed in. What they have left unsent goes now, before anything that is written from here on; asked again, what other
 * tabs have left since. Rejects where the code cannot be loaded.
 */
export async function startRoomSending(): Promise<RoomOutbox> {
  const me = myself();
  if (!me) throw new Error('Nobody is signed in');
  starting ??= create(me);
  const mine = starting;
  const outbox = await mine.catch((error: unknown) => {
    if (starting === mine) starting = null;
    throw error;
  });
  // What does not open just now is tried again the next time.
  if (starting === mine) await outbox.takeUp().catch(() => undefined);
  if (starting !== mine) throw new Error('Somebody else is signed in');
  current.setState({ outbox });
  return outbox;
}

onSessionEnd(() => {
  current.getState().outbox?.stop();
  // Also the one that still takes up what was left: it goes to nobody from here on.
  void starting?.then(
    (outbox) => outbox.stop(),
    () => undefined,
  );
  starting = null;
  current.setState({ outbox: null });
});

/** Null until it is loaded. */
export const useRoomOutbox = (): RoomOutbox | null => useStore(current, ({ outbox }) => outbox);

const none = createStore<{ readonly items: readonly Outgoing[] }>(() => ({ items: [] }));

/** What is on its way into all rooms, in the order in which it was written. */
export function useOutgoing(): readonly Outgoing[] {
  const outbox = useRoomOutbox();
  return useStore(outbox?.outgoing ?? none, ({ items }) => items);
}
