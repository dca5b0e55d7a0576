/**
 * The list of rooms comes in slices (A4.38): the page stays awake between two, the first rooms are shown before the last ones
 * are opened, and how far it is can be told (A3.28).
 */
import { createStore } from 'zustand/vanilla';
import { onSessionEnd } from '../../../platform';

/** Opened at once. */
const SLICE = 20;
/** Between two slices (1 to 2 ms, A4.38). */
const PAUSE_MS = 1;

/** They are asked for while they come (A8.8). */
export class LoadingInProgressError extends Error {
  override readonly name = 'LoadingInProgressError';
  constructor() {
    super('loading already in progress');
  }
}

/** @param onSlice is told what is open by then. @returns what is open: all, but where `onSlice` wants no more */
export async function openInSlices<Sealed, Opened>(
  sealed: readonly Sealed[],
  open: (one: Sealed) => Promise<Opened>,
  onSlice: (opened: readonly Opened[]) => boolean = () => true,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < sealed.length) {
    // Browsers draw such a pause out to a second where the page is not seen, and then it is not needed.
    if (opened.length > 0 && document.visibilityState === 'visible')
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    opened.push(...(await Promise.all(sealed.slice(opened.length, opened.length + SLICE).map(open))));
    if (!onSlice(opened)) break;
  }
  return opened;
}

interface Loading {
  /** The list stands there to its end. */
  readonly isWhole: boolean;
  /** How much of it has come; null: none is on its way, or one that stands there is brought up to date. */
  readonly percentage: number | null;
}

export const roomLoading = createStore<Loading>(() => ({ isWhole: false, percentage: null }));
/** The one that counts: a newer one takes the place of one that is on its way. */
let current = Symbol();
onSessionEnd(() => {
  current = Symbol();
  roomLoading.setState({ isWhole: false, percentage: null });
});

export const noteWhole = () => roomLoading.setState({ isWhole: true, percentage: null });
const isWhole = () => roomLoading.getState().isWhole;

interface Entry {
  readonly uniqueId: string;
}

interface Load<Sealed, Opened> {
  /** Shows what this device has kept of it, where nothing stands there. Never rejects. */
  readonly showKept: () => Promise<void>;
  /** Asks the server. */
  readonly ask: () => Promise<readonly Sealed[]>;
  /** Is told what the server said, once what is kept is shown. */
  readonly onAnswer: (rooms: readonly Sealed[]) => void;
  readonly open: (room: Sealed) => Promise<Opened>;
  /** As they stand there now. */
  readonly known: () => readonly Opened[] | undefined;
  /** Shows what has come of the list. */
  readonly show: (rooms: readonly Opened[]) => void;
  /** Something came while they were opened: what was answered may be older. */
  readonly onChanged: () => void;
}

const byId = <One extends Entry>(entries: readonly One[] = []): Map<string, One> =>
  new Map(entries.map((entry) => [entry.uniqueId, entry]));

/** Loads the list. One that is on its way shows nothing more. */
export async function loadList<Sealed extends Entry, Opened extends Entry>({
  showKept,
  ask,
  onAnswer,
  open,
  known,
  show,
  onChanged,
}: Load<Sealed, Opened>): Promise<readonly Opened[]> {
  const mine = Symbol();
  current = mine;
  try {
    const asking = ask();
    // It may fail before it is waited for.
    asking.catch(() => undefined);
    await showKept();
    // What changes while the server is asked may be newer than its answer.
    const before = byId(known());
    const rooms = await asking;
    onAnswer(rooms);
    const withNews = newsSince(before, known, rooms);
    const opened = await openInSlices(rooms, open, (some) => {
      if (current !== mine) return false;
      if (isWhole() || some.length === rooms.length) return true;
      show(withNews(some));
      roomLoading.setState({ percentage: Math.floor((100 * some.length) / rooms.length) });
      return true;
    });
    // Nobody waits for it any more.
    if (current !== mine) return known() ?? [];
    const list = withNews(opened);
    if (list.length !== opened.length || list.some((room, index) => room !== opened[index])) onChanged();
    // Nobody may take what stands there for all of it before it is.
    if (!isWhole()) show(list);
    noteWhole();
    return list;
  } finally {
    if (current === mine) roomLoading.setState({ percentage: null });
  }
}

/** @returns what has been opened so far with what has changed, come and gone since `before` */
function newsSince<Opened extends Entry>(
  before: ReadonlyMap<string, Opened>,
  known: () => readonly Opened[] | undefined,
  answer: readonly Entry[],
) {
  const answered = byId(answer);
  /** What was shown once is changed where it stands. */
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
