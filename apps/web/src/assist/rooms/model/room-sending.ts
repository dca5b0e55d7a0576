/** The outbox of rooms of a session. It is loaded lazily, and sends what earlier pages have left. */
import type { Outbox, Outgoing, Recipient } from '@earth/messaging';
import type { Sealer } from '@earth/contracts';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { loadRoomCipher } from '../../../shared/call-queries';
import { api, getConfig, myself, realtime } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { useScoped } from '../../../platform/session/scope-context';
import type { SessionScope } from '../../../platform/session/session-scope';
import { applyMessage } from './room-events';
import { roomPeopleQuery } from './room-people';
import { createUnsentStore } from '../../../platform/storage/unsent';
import { createQueryClient } from '../../../shared/query-client';

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

async function createRoomOutbox(scope: SessionScope, me: Sealer): Promise<Outbox> {
  const [{ createOutbox }, { makePreview }, cipher] = await Promise.all([
    import('@earth/messaging'),
    import('../../../platform/crypto/small-picture'),
    loadRoomCipher(scope),
  ]);
  return createOutbox({
    kind: 'room',
    me,
    maxFileBytes: getConfig().maxFileBytes,
    store: createUnsentStore(roomsOf(me.uniqueId), navigator.locks),
    keepsRefused: true,
    cipher,
    makePreview,
    clock: pageClock,
    realtime,
    createId: () => crypto.randomUUID(),
    recipients: (roomId, anew) => findRecipients(scope, roomId, anew),
    knownRecipients: (roomId) =>
      toRecipients(scope.get(createQueryClient).getQueryData(roomPeopleQuery(roomId).queryKey) ?? []),
    sendMessage: async (fields, text, sending) =>
      applyMessage(scope, { ...(await api.sendRoomMessage(fields, sending)), text }),
  });
}

/** The outbox, null until it is loaded, and a function that loads it. */
function createRoomSending(scope: SessionScope) {
  const current = createStore<{ readonly outbox: Outbox | null }>(() => ({ outbox: null }));
  let starting: Promise<Outbox> | null = null;

  async function create(me: Sealer): Promise<Outbox> {
    const outbox = await createRoomOutbox(scope, me);
    // Also one that is still starting at the end of the session: it must send nothing from here on.
    scope.onDispose(() => outbox.stop());
    return outbox;
  }

  return {
    current,
    async start(): Promise<Outbox> {
      const me = myself();
      if (!me) throw new Error('Nobody is signed in');
      starting ??= create(me);
      const outbox = await starting.catch((error: unknown) => {
        starting = null;
        throw error;
      });
      // What cannot be decrypted now is tried again the next time.
      await outbox.sendLeft().catch(() => undefined);
      scope.signal.throwIfAborted();
      current.setState({ outbox });
      return outbox;
    },
  };
}

/**
 * Starts the outbox of the signed-in user. What earlier pages have left is sent before anything new; when called again, what
 * other tabs have left since. Rejects if the code cannot be loaded.
 */
export const startRoomSending = (scope: SessionScope): Promise<Outbox> => scope.get(createRoomSending).start();

/** Null until it is loaded. */
export const useRoomOutbox = (): Outbox | null =>
  useStore(useScoped(createRoomSending).current, ({ outbox }) => outbox);

const nothing: readonly Outgoing[] = [];
const noOutbox: Pick<Outbox, 'items' | 'subscribe'> = { items: () => nothing, subscribe: () => () => undefined };

type Subscribe = Outbox['subscribe'];

/** What the server answers sooner is shown once, as a stored message; a user does not notice a wait of this length. In ms. */
const SHOWN_AFTER_MS = 100;

/** Calls listeners a moment later: rendering at once would delay the sealing and the request of the message. */
const aMomentLater =
  (subscribe: Subscribe): Subscribe =>
  (listener) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const notify = () => {
      timer = undefined;
      listener();
    };
    const unsubscribe = subscribe(() => {
      timer ??= setTimeout(notify, SHOWN_AFTER_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  };

/** The outgoing messages of all rooms, in the order in which they were written. */
export function useOutgoing(): readonly Outgoing[] {
  const { subscribe, items } = useRoomOutbox() ?? noOutbox;
  return useSyncExternalStore(
    useMemo(() => aMomentLater(subscribe), [subscribe]),
    items,
  );
}
