/** The customer's reference and the tags of a call: plain, as written and read on a device. */
import * as z from 'zod/mini';

export interface Labels {
  readonly reference: string;
  readonly tags: readonly string[];
}

export const NO_LABELS: Labels = { reference: '', tags: [] };
export const REFERENCE_MAX = 100;
export const TAG_MAX = 40;
export const TAGS_MAX = 10;

const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase();
const uniqueOf = (tags: readonly string[]) =>
  tags.filter((tag, index) => tag !== '' && tags.findIndex((other) => isSame(tag, other)) === index);
const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Later versions may add fields. */
const stored = z.object({ reference: z._default(z.string(), ''), tags: z._default(z.array(z.string()), []) });

/** Texts of others: what is too much is cut. @returns null if it is something else */
export function parseLabels(text: string): Labels | null {
  if (text === '') return NO_LABELS;
  try {
    const { reference, tags } = stored.parse(JSON.parse(text));
    const short = tags.map((tag) => clean(tag).slice(0, TAG_MAX));
    return { reference: clean(reference).slice(0, REFERENCE_MAX), tags: uniqueOf(short).slice(0, TAGS_MAX) };
  } catch {
    return null;
  }
}

export const textOfLabels = (labels: Labels): string => JSON.stringify({ version: 1, ...labels });

/** `leak, Seal, leak` */
export const tagsIn = (typed: string): readonly string[] => uniqueOf(typed.split(/[,;\n]/).map(clean));
export const tagWords = (tags: readonly string[]): string => tags.join(', ');
export const hasTag = ({ tags }: Labels, tag: string): boolean => tags.some((one) => isSame(one, tag));

/** What is written: without spaces around it. */
export const cleanLabels = ({ reference, tags }: Labels): Labels => ({ reference: clean(reference), tags });

interface Merged {
  readonly labels: Labels;
  /** Both have changed the reference, in different ways; `labels` has the user's. */
  readonly isConflict: boolean;
}

/** Three-way merge of what the user and another controller made of the same labels. Tags never conflict. */
export function mergeLabels(base: Labels, mine: Labels, theirs: Labels): Merged {
  const kept = theirs.tags.filter((tag) => !hasTag(base, tag) || hasTag(mine, tag));
  const added = mine.tags.filter((tag) => !hasTag(base, tag));
  const isMine = mine.reference !== base.reference;
  const isTheirs = theirs.reference !== base.reference;
  return {
    labels: {
      reference: isMine ? mine.reference : theirs.reference,
      tags: uniqueOf([...kept, ...added]).slice(0, TAGS_MAX),
    },
    isConflict: isMine && isTheirs && mine.reference !== theirs.reference,
  };
}
