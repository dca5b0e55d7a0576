/** The page's outbox of rooms, from sign-in to sign-out. It is loaded lazily, and sends what earlier pages have left. */
import type { Recipient } from '@earth/calls';
import type { Sealer } from '@earth/contracts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { loadRoomCipher } from '../../../shared/call-queries';
import { api, getConfig, myself, onSessionEnd, realtime } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { applyMessage } from './room-events';
import type { Outgoing, RoomOutbox, RoomUnsent } from './room-outbox';
import { roomPeopleQuery } from './room-people';
import { createUnsentStore } from '../../../platform/storage/unsent';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient } from '../../../shared/query-client';

const current = createStore<{ readonly outbox: RoomOutbox | null }>(() => ({ outbox: null }));
let starting: Promise<RoomOutbox> | null = null;

/** For the user's own key the device is authoritative, not the server. */
const toRecipients = (people: readonly { readonly contact: Recipient }[]): readonly Recipient[] => {
  const me = myself();
  return people.map(({ contact }) => {
    const { uniqueId, publicKey } = contact.uniqueId === me?.uniqueId ? me : contact;
    return { uniqueId, publicKey };
  });
};

async function findRecipients(scope: SessionScope, roomId: string, anew: boolean): Promise<readonly Recipient[]> {
  const query = roomPeopleQuery(roomId);
  return toRecipients(await scope.get(createQueryClient).query(anew ? { ...query, staleTime: 0 } : query));
}

/** The owner under whom unsent messages are stored. */
export const roomsOf = (contactId: string) => `rooms:${contactId}`;

async function create(scope: SessionScope, me: Sealer): Promise<RoomOutbox> {
  const [{ createRoomOutbox }, { makePreview }, cipher] = await Promise.all([
    import('./room-outbox'),
    import('../../../platform/crypto/small-picture'),
    loadRoomCipher(scope),
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
    recipients: (roomId, anew) => findRecipients(scope, roomId, anew),
    knownRecipients: (roomId) =>
      toRecipients(scope.get(createQueryClient).getQueryData(roomPeopleQuery(roomId).queryKey) ?? []),
    send: (fields, sending) => api.sendRoomMessage(fields, sending),
    onStored: (message, text) => applyMessage(scope, { ...message, text }),
  });
}

/**
 * Starts the outbox of the signed-in user. What earlier pages have left is sent before anything new; when called again, what
 * other tabs have left since. Rejects if the code cannot be loaded.
 */
export async function startRoomSending(scope: SessionScope): Promise<RoomOutbox> {
  const me = myself();
  if (!me) throw new Error('Nobody is signed in');
  starting ??= create(scope, me);
  const mine = starting;
  const outbox = await mine.catch((error: unknown) => {
    if (starting === mine) starting = null;
    throw error;
  });
  // What cannot be decrypted now is tried again the next time.
  if (starting === mine) await outbox.takeUp().catch(() => undefined);
  if (starting !== mine) throw new Error('Somebody else is signed in');
  current.setState({ outbox });
  return outbox;
}

onSessionEnd(() => {
  current.getState().outbox?.stop();
  // Also an outbox that is still starting: it must send nothing from here on.
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

/** The outgoing messages of all rooms, in the order in which they were written. */
export function useOutgoing(): readonly Outgoing[] {
  const outbox = useRoomOutbox();
  return useStore(outbox?.outgoing ?? none, ({ items }) => items);
}
