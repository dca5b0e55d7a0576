/** Batcher for analytics events. They do not identify the user, and no caller waits for them. */
import { type CallInput, type countEvents, EVENTS_MAX, type ScreenName } from '@earth/contracts';
import { ApiError, NO_ANSWER } from '../platform/http/api-error';

/** A batch is sent this long after its first event. */
const BATCH_MS = 5_000;

type Batch = CallInput<typeof countEvents>;
type Kind = 'screens' | 'contents' | 'favourites';

interface EventPorts {
  readonly send: (batch: Batch) => Promise<unknown>;
  readonly language: () => Batch['l'];
  readonly isOnline: () => boolean;
  readonly setTimer: (action: () => void, ms: number) => void;
}

export interface EventQueue {
  screenView(name: ScreenName): void;
  contentView(contentId: number): void;
  favouriteAdded(contentId: number): void;
  /** Sends the pending events if online. */
  flush(): void;
}

/** Offline, the first events of each kind are stored and sent with the next event. */
export function createEventQueue({ send, language, isOnline, setTimer }: EventPorts): EventQueue {
  let pending: { screens: ScreenName[]; contents: number[]; favourites: number[] } = empty();
  let isScheduled = false;

  function empty(): typeof pending {
    return { screens: [], contents: [], favourites: [] };
  }

  function add<Of extends Kind>(kind: Of, event: (typeof pending)[Of][number]) {
    const events: (typeof event)[] = pending[kind];
    if (events.length < EVENTS_MAX) events.push(event);
    if (isScheduled) return;
    isScheduled = true;
    setTimer(() => {
      isScheduled = false;
      flush();
    }, BATCH_MS);
  }

  function flush() {
    const { screens, contents, favourites } = pending;
    if (screens.length + contents.length + favourites.length === 0 || !isOnline()) return;
    const batch = pending;
    pending = empty();
    void send({ l: language(), ...batch }).catch((error: unknown) => {
      // The server would refuse the same batch again.
      if (!(error instanceof ApiError) || error.code !== NO_ANSWER) return;
      pending = {
        screens: [...batch.screens, ...pending.screens].slice(0, EVENTS_MAX),
        contents: [...batch.contents, ...pending.contents].slice(0, EVENTS_MAX),
        favourites: [...batch.favourites, ...pending.favourites].slice(0, EVENTS_MAX),
      };
    });
  }

  return {
    screenView: (name) => add('screens', name),
    contentView: (contentId) => add('contents', contentId),
    favouriteAdded: (contentId) => add('favourites', contentId),
    flush,
  };
}
