/**
 * Loads the list of rooms in slices (A4.38): the page stays responsive between two slices, the first rooms are shown before
 * the last ones are decrypted, and there is a progress (A3.28).
 */
import { createStore } from 'zustand/vanilla';
import type { SessionScope } from '../../../platform/session/session-scope';

/** Rooms decrypted in one slice. */
const SLICE = 20;
/** The pause between two slices (1 to 2 ms, A4.38). */
const PAUSE_MS = 1;

/** Thrown when the rooms are requested while they are loading (A8.8). */
export class LoadingInProgressError extends Error {
  override readonly name = 'LoadingInProgressError';
  constructor() {
    super('loading already in progress');
  }
}

/** @param onSlice called with what is decrypted so far. @returns what is decrypted: all, unless `onSlice` stops it */
export async function openInSlices<Sealed, Opened>(
  sealed: readonly Sealed[],
  open: (one: Sealed) => Promise<Opened>,
  onSlice: (opened: readonly Opened[]) => boolean = () => true,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < sealed.length) {
    // On a hidden page browsers extend such a pause to a second, and it is not needed there.
    if (opened.length > 0 && document.visibilityState === 'visible')
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    opened.push(...(await Promise.all(sealed.slice(opened.length, opened.length + SLICE).map(open))));
    if (!onSlice(opened)) break;
  }
  return opened;
}

interface Loading {
  /** The whole list is loaded. */
  readonly isWhole: boolean;
  /** The progress; null: not loading, or only updating a list that is shown already. */
  readonly percentage: number | null;
}

/** The state of loading the list of rooms of a session. */
export class RoomLoading {
  readonly state = createStore<Loading>(() => ({ isWhole: false, percentage: null }));
  /** Identifies the latest load: a newer one replaces an older one. */
  current = Symbol();

  get isWhole(): boolean {
    return this.state.getState().isWhole;
  }

  noteWhole() {
    this.state.setState({ isWhole: true, percentage: null });
  }
}

export function createRoomLoading(scope: SessionScope): RoomLoading {
  const loading = new RoomLoading();
  scope.onDispose(() => (loading.current = Symbol()));
  return loading;
}

interface Entry {
  readonly uniqueId: string;
}

interface Load<Sealed, Opened> {
  /** Shows the cached list if nothing is shown yet. Never rejects. */
  readonly showKept: () => Promise<void>;
  /** Fetches from the server. */
  readonly ask: () => Promise<readonly Sealed[]>;
  /** Called with the server's answer, after the cached list is shown. */
  readonly onAnswer: (rooms: readonly Sealed[]) => void;
  readonly open: (room: Sealed) => Promise<Opened>;
  /** The rooms that are shown now. */
  readonly known: () => readonly Opened[] | undefined;
  /** Shows the rooms loaded so far. */
  readonly show: (rooms: readonly Opened[]) => void;
  /** A push arrived during decryption: the server's answer may be older. */
  readonly onChanged: () => void;
}

const byId = <One extends Entry>(entries: readonly One[] = []): Map<string, One> =>
  new Map(entries.map((entry) => [entry.uniqueId, entry]));

/** Loads the list. An older load shows nothing any more. */
export async function loadList<Sealed extends Entry, Opened extends Entry>(
  loading: RoomLoading,
  { showKept, ask, onAnswer, open, known, show, onChanged }: Load<Sealed, Opened>,
): Promise<readonly Opened[]> {
  const mine = Symbol();
  loading.current = mine;
  try {
    const asking = ask();
    // It may reject before it is awaited.
    asking.catch(() => undefined);
    await showKept();
    // Changes during the request may be newer than its answer.
    const before = byId(known());
    const rooms = await asking;
    onAnswer(rooms);
    const withNews = newsSince(before, known, rooms);
    const opened = await openInSlices(rooms, open, (some) => {
      if (loading.current !== mine) return false;
      if (loading.isWhole || some.length === rooms.length) return true;
      show(withNews(some));
      loading.state.setState({ percentage: Math.floor((100 * some.length) / rooms.length) });
      return true;
    });
    // The query was cancelled.
    if (loading.current !== mine) return known() ?? [];
    const list = withNews(opened);
    if (list.length !== opened.length || list.some((room, index) => room !== opened[index])) onChanged();
    // Marked as complete only now.
    if (!loading.isWhole) show(list);
    loading.noteWhole();
    return list;
  } finally {
    if (loading.current === mine) loading.state.setState({ percentage: null });
  }
}

/** @returns the decrypted rooms, merged with what was changed, added and removed since `before` */
function newsSince<Opened extends Entry>(
  before: ReadonlyMap<string, Opened>,
  known: () => readonly Opened[] | undefined,
  answer: readonly Entry[],
) {
  const answered = byId(answer);
  /** Rooms that are shown already are changed in place. */
  const shown = new Set<string>();
  return (opened: readonly Opened[]): readonly Opened[] => {
    const now = byId(known());
    const ids = byId(opened);
    const isOlder = ({ uniqueId: id }: Entry) => shown.has(id) || now.get(id) !== before.get(id);
    const stays = opened.flatMap((room) => (isOlder(room) ? (now.get(room.uniqueId) ?? []) : room));
    const others = [...now.values()].filter(
      ({ uniqueId: id }) => !ids.has(id) && (answered.has(id) || !before.has(id)),
    );
    for (const id of ids.keys()) shown.add(id);
    return [...stays, ...others];
  };
}
