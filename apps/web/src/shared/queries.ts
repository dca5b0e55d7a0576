/** What is asked of the server and kept: one entry a list, shared by all screens. */
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
/** After this time whoever comes into a call is in it. */
const SOON_MS = 1000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Pushes and reconnects say when something is old.
      staleTime: 60_000,
      gcTime: Number.POSITIVE_INFINITY,
      // Without a net one learns so at once, instead of waiting for what will not come.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});

// It learns of changes alone: a page that starts without a net would not hear that it is back.
onlineManager.setOnline(navigator.onLine);

/** What everybody sees, each as far as they may. */
const FOR_ALL: ReadonlySet<unknown> = new Set(['menu', 'contents', 'content', 'markers']);
const isForAll = ({ queryKey: [kind] }: { readonly queryKey: readonly unknown[] }) => FOR_ALL.has(kind);

/** A page that shows it stays, and shows what is for whoever looks now. */
const askAnew = () => void queryClient.resetQueries({ predicate: isForAll });

/** Whether what is here may be of somebody who has gone, and who looks now is not known yet. */
let isOfFormer = false;

// What one person saw is not for the next.
onSessionEnd(() => {
  isOfFormer = true;
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({ predicate: (query) => !isForAll(query) });
});

const idOf = (state: SessionState) => ('profile' in state ? state.profile.uniqueId : null);

session.store.subscribe((state, former) => {
  const isAnother = former.status !== 'starting' && idOf(state) !== idOf(former);
  if (!isOfFormer && !isAnother) return;
  isOfFormer = false;
  askAnew();
});

// Another tab that signs out says so before its token has gone, with which this one may have asked meanwhile.
addEventListener('storage', ({ key, newValue }) => {
  if (key === null || (key === 'token' && newValue === null)) askAnew();
});

/** The address book, by name. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => {
    const people = (await api.listAddressBook()).map((entry) => entry.contact);
    void noteKeys(people);
    return people.toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

/**
 * Whom «Call for help» may ring. Of those who are not in the address book no push tells: they are asked for again while
 * somebody looks. Who is free at the tap the server knows.
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

/** The open invitations of one's company: for controllers. */
export const invitationsQuery = queryOptions({ queryKey: ['invitations'], queryFn: () => api.listInvitations() });

/** One's own guest links that are open: for controllers. Of a guest who comes or goes no push tells: whoever looks asks. */
export const guestLinksQuery = queryOptions({
  queryKey: ['guestLinks'],
  queryFn: () => api.listGuestLinks(),
  staleTime: 0,
});

export const productsQuery = queryOptions({ queryKey: ['products'], queryFn: () => api.listProducts() });

export const companiesQuery = queryOptions({ queryKey: ['companies'], queryFn: () => api.listCompanies() });

/** One's own devices that are signed in. Of another device that comes or goes no push tells: whoever looks asks. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => api.listDevices(),
  staleTime: 0,
});

const loadHistory = serialize((page: number) => api.listCalls({ page, pageSize: HISTORY_PAGE }));
type HistoryPage = Awaited<ReturnType<typeof loadHistory>>;

/** The key of local storage for the calls that are kept on the device (A3.19). */
const RECENTS = 'recents';
const knownHistory = () => queryClient.getQueryData(historyQuery.queryKey);
export const keepRecents = async (): Promise<void> => pageCache()?.keep(RECENTS, knownHistory()?.pages[0] ?? null);

/** The newest calls that are kept, until the server has answered. */
async function showRecents() {
  const first = knownHistory() ? null : await pageCache()?.read<HistoryPage>(RECENTS);
  if (first && !knownHistory())
    queryClient.setQueryData(historyQuery.queryKey, { pages: [first], pageParams: [1] }, { updatedAt: 0 });
}

/** The calls of the signed-in person, newest first. */
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

/** Whoever has another key bundle is sealed for by that from now on, whether a page shows them or not. */
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

let soon: ReturnType<typeof setTimeout> | undefined;
const forgetSoon = () => {
  clearTimeout(soon);
  soon = undefined;
};
onSessionEnd(forgetSoon);

export function refreshHistory() {
  forgetSoon();
  void queryClient.invalidateQueries({ queryKey: historyQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['call'] });
}

/** Who comes or goes in a call stands in the history too; first the call itself has the machine and the net. */
function refreshHistorySoon() {
  soon ??= setTimeout(refreshHistory, SOON_MS);
}

export function refreshCall(callId: string) {
  void queryClient.invalidateQueries({ queryKey: callQuery(callId).queryKey });
}

/** Brings the lists up to what a push says. */
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
      // Who has accepted is no longer invited.
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
    // Of rooms and keys: `room-events.ts`. While it rings nothing shall come between: each end of it is told, too.
    default:
      break;
  }
}
