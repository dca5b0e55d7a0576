/** Saves labels over those that the user has read, and merges what another controller has saved meanwhile. */
import { type CallLabels, isGenuine } from '@earth/contracts';
import { ApiError } from '../../../platform/http/api-error';
import { type Labels, mergeLabels } from '../../history/model/labels';
import type { OpenedLabels } from '../../history';

/** What an edit is based on. */
export interface Base {
  readonly labels: Labels;
  /** The date of the server's labels; null: there are none. */
  readonly date: string | null;
}

export interface LabelsPorts {
  /** @throws ApiError `conflict` if others than those of this date are stored */
  readonly write: (labels: Labels, date: string | null) => Promise<CallLabels>;
  /** What the server has now. */
  readonly read: () => Promise<{ readonly opened: OpenedLabels; readonly date: string | null }>;
}

export type Outcome =
  | { readonly type: 'saved'; readonly saved: CallLabels; readonly labels: Labels }
  /** Both have changed the reference: the user chooses, and saves again over `base`. `mine` has all other changes. */
  | { readonly type: 'conflict'; readonly base: Base; readonly mine: Labels }
  /** The others' labels cannot be read here: nothing is merged. */
  | { readonly type: 'unreadable'; readonly base: Base };

/** More controllers than this never save at the same time. */
const TRIES = 5;

const isChanged = (error: unknown) => error instanceof ApiError && error.error === 'conflict';

/** @throws ApiError if the server refuses or does not answer */
export async function saveLabels({ write, read }: LabelsPorts, first: Base, typed: Labels): Promise<Outcome> {
  let [base, mine] = [first, typed];
  for (let tried = 1; ; tried += 1) {
    try {
      return { type: 'saved', saved: await write(mine, base.date), labels: mine };
    } catch (error) {
      if (!isChanged(error) || tried === TRIES) throw error;
    }
    const { opened, date } = await read();
    if (!opened || !isGenuine(opened)) return { type: 'unreadable', base: { labels: base.labels, date } };
    const merged = mergeLabels(base.labels, mine, opened);
    base = { labels: opened, date };
    mine = merged.labels;
    if (merged.isConflict) return { type: 'conflict', base, mine };
  }
}
