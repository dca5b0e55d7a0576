/** The queries that several screens share: one cache entry per list. */
import { createMutex } from '@earth/async';
import { type CallInput, type Contact, type listCalls, PAGE_SIZE, type PushEvent } from '@earth/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callQuery, MESSAGE_FILE } from './call-queries';
import { createQueryClient, scopeOf } from './query-client';
import { api } from '../platform';
import { recordKnownKeys } from '../platform/crypto/known-keys';
import { pageCache } from '../platform/storage/page-cache';
import type { SessionScope } from '../platform/session/session-scope';

const HISTORY_PAGE = PAGE_SIZE * 3;
/** After this delay a participant who accepts is part of the call. */
const REFRESH_DELAY_MS = 1000;

/** The address book, sorted by name. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async (context) => {
    const people = (await api.listAddressBook()).map((entry) => entry.contact);
    void recordKnownKeys(scopeOf(context), people);
    return people.toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

/**
 * The people whom «Call for help» may ring. There are no pushes about people outside the address book, so the list is polled while
 * it is shown. Who is free at the tap is decided by the server.
 */
export const helpersQuery = queryOptions({
  queryKey: ['helpers'],
  queryFn: async (context) => {
    const helpers = await api.listHelpers();
    void recordKnownKeys(scopeOf(context), helpers);
    return helpers;
  },
  refetchInterval: 30_000,
});

/** What only colleagues and contacts learn of a person: e-mail address, telephone number and job. */
export const contactDetailsQuery = (id: string) =>
  queryOptions({ queryKey: ['contactDetails', id], queryFn: () => api.getContactDetails({ id }) });

/** The open invitations of the user's company; for controllers. */
export const invitationsQuery = queryOptions({ queryKey: ['invitations'], queryFn: () => api.listInvitations() });

/** The user's open guest links; for controllers. No push announces guests, so the list is fetched whenever it is shown. */
export const guestLinksQuery = queryOptions({
  queryKey: ['guestLinks'],
  queryFn: () => api.listGuestLinks(),
  staleTime: 0,
});

export const productsQuery = queryOptions({ queryKey: ['products'], queryFn: () => api.listProducts() });

export const companiesQuery = queryOptions({ queryKey: ['companies'], queryFn: () => api.listCompanies() });

/** The user's signed-in devices. No push announces other devices, so the list is fetched whenever it is shown. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => api.listDevices(),
  staleTime: 0,
});

/** The history must never be requested twice at once (A7.22). */
const createHistoryMutex = () => createMutex();
type HistoryPage = Awaited<ReturnType<typeof api.listCalls>>;

/** The key of the calls stored on the device (A3.19). */
const RECENTS = 'recents';
const cachedHistory = (scope: SessionScope) => scope.get(createQueryClient).getQueryData(historyQuery.queryKey);
export const storeRecents = async (scope: SessionScope): Promise<void> =>
  pageCache(scope)?.keep(RECENTS, cachedHistory(scope)?.pages[0] ?? null);

/** Shows the newest stored calls until the server has answered. */
async function showRecents(scope: SessionScope) {
  const first = cachedHistory(scope) ? null : await pageCache(scope)?.read<HistoryPage>(RECENTS);
  if (!first || cachedHistory(scope)) return;
  const shown = { pages: [first], pageParams: [1] };
  scope.get(createQueryClient).setQueryData(historyQuery.queryKey, shown, { updatedAt: 0 });
}

/** When calls began: from this time on, and before that one, as ISO 8601; and with whom they were. */
export type HistoryPart = Pick<CallInput<typeof listCalls>, 'from' | 'to' | 'contactUniqueId'>;

/** The calls of the signed-in user, newest first; with a part, only those in it. */
export const historyIn = (part?: HistoryPart) =>
  infiniteQueryOptions({
    queryKey: part ? ['history', part] : ['history'],
    queryFn: async ({ pageParam: page, meta }): Promise<HistoryPage> => {
      const scope = scopeOf({ meta });
      const shown = part ? null : showRecents(scope);
      try {
        return await scope.get(createHistoryMutex)(() => api.listCalls({ page, pageSize: HISTORY_PAGE, ...part }));
      } finally {
        await shown;
      }
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * HISTORY_PAGE < last.total ? pages.length + 1 : undefined),
  });

export const historyQuery = historyIn();

export function refreshPeople(scope: SessionScope) {
  void scope.get(createQueryClient).invalidateQueries({ queryKey: peopleQuery.queryKey });
  void scope.get(createQueryClient).invalidateQueries({ queryKey: helpersQuery.queryKey });
}

/** After a contact's keys changed, messages are sealed for the new keys, whether a page shows the contact or not. */
export async function refetchKeys(scope: SessionScope): Promise<void> {
  const client = scope.get(createQueryClient);
  await Promise.all([
    client.refetchQueries({ queryKey: peopleQuery.queryKey }),
    client.refetchQueries({ predicate: ({ queryKey: [kind, , part] }) => kind === 'room' && part === 'people' }),
    client.refetchQueries({ queryKey: helpersQuery.queryKey }),
  ]);
}

export const refreshInvitations = (scope: SessionScope): Promise<void> =>
  scope.get(createQueryClient).invalidateQueries({ queryKey: invitationsQuery.queryKey });

export const refreshGuestLinks = (scope: SessionScope): Promise<void> =>
  scope.get(createQueryClient).invalidateQueries({ queryKey: guestLinksQuery.queryKey });

/** Debounce: joining and leaving change the history too, but the call itself comes first. */
function createHistoryRefresh(scope: SessionScope) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function cancel() {
    clearTimeout(timer);
    timer = undefined;
  }
  function refresh() {
    cancel();
    void scope.get(createQueryClient).invalidateQueries({ queryKey: historyQuery.queryKey });
    void scope.get(createQueryClient).invalidateQueries({ queryKey: ['call'] });
  }
  scope.onDispose(cancel);
  return { refresh, refreshSoon: () => (timer ??= setTimeout(refresh, REFRESH_DELAY_MS)) };
}

export const refreshHistory = (scope: SessionScope): void => scope.get(createHistoryRefresh).refresh();

export function refreshCall(scope: SessionScope, callId: string) {
  void scope.get(createQueryClient).invalidateQueries({ queryKey: callQuery(callId).queryKey });
}

/** Updates the cached lists after a push event. */
export function applyPush(scope: SessionScope, event: PushEvent) {
  switch (event.messageType) {
    case 'ContactAvailability': {
      const { contactUniqueId, ...seen } = event.messageContent;
      for (const { queryKey } of [peopleQuery, helpersQuery])
        scope
          .get(createQueryClient)
          .setQueryData(queryKey, (people: Contact[] | undefined) =>
            people?.map((person) => (person.uniqueId === contactUniqueId ? { ...person, ...seen } : person)),
          );
      break;
    }
    case 'AddressBookChanged':
      refreshPeople(scope);
      // An accepted invitation is no longer open.
      void refreshInvitations(scope);
      break;
    case 'EndedCall':
    case 'TargetRefused':
      refreshHistory(scope);
      break;
    case 'CallHandledByGroup':
    case 'TargetsChanged':
      scope.get(createHistoryRefresh).refreshSoon();
      break;
    case 'CallMessage':
      refreshCall(scope, event.messageContent.callMessage.callUniqueId);
      break;
    case 'CallPic':
      refreshCall(scope, event.messageContent.callPic.callUniqueId);
      break;
    case 'CallKeys':
      // Opens the files that were not sealed for the user.
      void scope.get(createQueryClient).refetchQueries({
        predicate: ({ queryKey: [kind], state: { data } }) => kind === MESSAGE_FILE && data === null,
      });
      refreshCall(scope, event.messageContent.callUniqueId);
      break;
    case 'CallPicDeleted':
      refreshCall(scope, event.messageContent.callUniqueId);
      break;
    // Events of rooms and keys are handled in `room-events.ts`. Ringing changes nothing here: each end of it has its own event.
    default:
      break;
  }
}
