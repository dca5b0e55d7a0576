/** The queries that several screens share: one cache entry per list. */
import { type Contact, PAGE_SIZE, type PushEvent } from '@earth/contracts';
import { infiniteQueryOptions, onlineManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { isPassing } from '../platform/http/api-error';
import { callQuery } from './call-queries';
import { api, onSessionEnd, session } from '../platform';
import { noteKeys } from '../platform/crypto/known-keys';
import { serialize } from '../platform/serialize';
import { pageCache } from '../platform/storage/page-cache';
import type { SessionState } from '../platform/session/session';

const HISTORY_PAGE = PAGE_SIZE * 3;
/** After this delay a participant who accepts is part of the call. */
const REFRESH_DELAY_MS = 1000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Pushes and reconnects invalidate stale data.
      staleTime: 60_000,
      gcTime: Number.POSITIVE_INFINITY,
      // Offline, a request fails at once instead of being paused.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});

// The manager only hears of changes: a page that starts offline would otherwise miss the return of the network.
onlineManager.setOnline(navigator.onLine);

/** Queries for everyone, whose results depend on the viewer's permissions. */
const FOR_ALL: ReadonlySet<unknown> = new Set(['menu', 'contents', 'content', 'markers']);
const isForAll = ({ queryKey: [kind] }: { readonly queryKey: readonly unknown[] }) => FOR_ALL.has(kind);

/** Mounted screens stay, and refetch for the current user. */
const resetForViewer = () => void queryClient.resetQueries({ predicate: isForAll });

/** Whether the cache may contain data of the former user while the current user is not known yet. */
let mayBeFormerUsers = false;

// The next user must not see what the former one saw.
onSessionEnd(() => {
  mayBeFormerUsers = true;
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({ predicate: (query) => !isForAll(query) });
});

const idOf = (state: SessionState) => ('profile' in state ? state.profile.uniqueId : null);

session.store.subscribe((state, former) => {
  const isAnother = former.status !== 'starting' && idOf(state) !== idOf(former);
  if (!mayBeFormerUsers && !isAnother) return;
  mayBeFormerUsers = false;
  resetForViewer();
});

// Another tab announces its sign-out before its token is deleted; this tab may have fetched with that token meanwhile.
addEventListener('storage', ({ key, newValue }) => {
  if (key === null || (key === 'token' && newValue === null)) resetForViewer();
});

/** The address book, sorted by name. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => {
    const people = (await api.listAddressBook()).map((entry) => entry.contact);
    void noteKeys(people);
    return people.toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

/**
 * The people whom «Call for help» may ring. There are no pushes about people outside the address book, so the list is polled while
 * it is shown. Who is free at the tap is decided by the server.
 */
export const helpersQuery = queryOptions({
  queryKey: ['helpers'],
  queryFn: async () => {
    const helpers = await api.listHelpers();
    void noteKeys(helpers);
    return helpers;
  },
  refetchInterval: 30_000,
});

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

const loadHistory = serialize((page: number) => api.listCalls({ page, pageSize: HISTORY_PAGE }));
type HistoryPage = Awaited<ReturnType<typeof loadHistory>>;

/** The key of the calls stored on the device (A3.19). */
const RECENTS = 'recents';
const cachedHistory = () => queryClient.getQueryData(historyQuery.queryKey);
export const storeRecents = async (): Promise<void> => pageCache()?.keep(RECENTS, cachedHistory()?.pages[0] ?? null);

/** Shows the newest stored calls until the server has answered. */
async function showRecents() {
  const first = cachedHistory() ? null : await pageCache()?.read<HistoryPage>(RECENTS);
  if (first && !cachedHistory())
    queryClient.setQueryData(historyQuery.queryKey, { pages: [first], pageParams: [1] }, { updatedAt: 0 });
}

/** The calls of the signed-in user, newest first. */
export const historyQuery = infiniteQueryOptions({
  queryKey: ['history'],
  queryFn: async ({ pageParam }): Promise<HistoryPage> => {
    const shown = showRecents();
    try {
      return await loadHistory(pageParam);
    } finally {
      await shown;
    }
  },
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (pages.length * HISTORY_PAGE < last.total ? pages.length + 1 : undefined),
});

export function refreshPeople() {
  void queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: helpersQuery.queryKey });
}

/** After a contact's keys changed, messages are sealed for the new keys, whether a page shows the contact or not. */
export async function refetchKeys(): Promise<void> {
  await Promise.all([
    queryClient.refetchQueries({ queryKey: peopleQuery.queryKey }),
    queryClient.refetchQueries({ predicate: ({ queryKey: [kind, , part] }) => kind === 'room' && part === 'people' }),
    queryClient.refetchQueries({ queryKey: helpersQuery.queryKey }),
  ]);
}

export function refreshInvitations(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
}

export function refreshGuestLinks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: guestLinksQuery.queryKey });
}

let refreshTimer: ReturnType<typeof setTimeout> | undefined;
const cancelRefresh = () => {
  clearTimeout(refreshTimer);
  refreshTimer = undefined;
};
onSessionEnd(cancelRefresh);

export function refreshHistory() {
  cancelRefresh();
  void queryClient.invalidateQueries({ queryKey: historyQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['call'] });
}

/** Joining and leaving also change the history. The call itself comes first: the refresh is delayed. */
function refreshHistorySoon() {
  refreshTimer ??= setTimeout(refreshHistory, REFRESH_DELAY_MS);
}

export function refreshCall(callId: string) {
  void queryClient.invalidateQueries({ queryKey: callQuery(callId).queryKey });
}

/** Updates the cached lists after a push event. */
export function applyPush(event: PushEvent) {
  switch (event.messageType) {
    case 'ContactAvailability': {
      const { contactUniqueId, ...seen } = event.messageContent;
      for (const { queryKey } of [peopleQuery, helpersQuery])
        queryClient.setQueryData(queryKey, (people: Contact[] | undefined) =>
          people?.map((person) => (person.uniqueId === contactUniqueId ? { ...person, ...seen } : person)),
        );
      break;
    }
    case 'AddressBookChanged':
      refreshPeople();
      // An accepted invitation is no longer open.
      void refreshInvitations();
      break;
    case 'EndedCall':
    case 'TargetRefused':
      refreshHistory();
      break;
    case 'CallHandledByGroup':
    case 'TargetsChanged':
      refreshHistorySoon();
      break;
    case 'CallMessage':
      refreshCall(event.messageContent.callMessage.callUniqueId);
      break;
    case 'CallPic':
      refreshCall(event.messageContent.callPic.callUniqueId);
      break;
    case 'CallPicDeleted':
    case 'CallKeys':
      refreshCall(event.messageContent.callUniqueId);
      break;
    // Events of rooms and keys are handled in `room-events.ts`. Ringing changes nothing here: each end of it has its own event.
    default:
      break;
  }
}
