/** Three-way merge of the items of a scene that two people have changed. */
import type { DraftFile, DraftItem } from './draft-item';

type Names = readonly (keyof DraftItem)[];

/** What is chosen as one: a place is never merged of two. */
const partNames = [
  'titleEn',
  'titleIt',
  'markerId',
  'content',
  'files',
  'place',
  'turn',
  'width',
  'video',
  'hasAlpha',
] as const;
type PartName = (typeof partNames)[number];
/** A part of an item, or whether it is there at all. */
export type SceneField = PartName | 'there';

interface Part {
  /** What is compared. */
  readonly read: (item: DraftItem) => unknown;
  /** The item with this part of another one. */
  readonly write: (item: DraftItem, from: DraftItem) => DraftItem;
}

const some = (names: Names, read: Part['read'] = (item) => names.map((name) => item[name])): Part => ({
  read,
  write: (item, from) => ({ ...item, ...Object.fromEntries(names.map((name) => [name, from[name]])) }),
});
const titleIn = (language: 'en' | 'it'): Part => ({
  read: ({ title }) => title[language],
  write: (item, from) => ({ ...item, title: { ...item.title, [language]: from.title[language] } }),
});

/** Addresses of a file change; its id does not. */
const idOf = (file: DraftFile) => ('fileId' in file ? file.fileId : file.data);

const parts: Readonly<Record<PartName, Part>> = {
  titleEn: titleIn('en'),
  titleIt: titleIn('it'),
  markerId: some(['markerId']),
  content: some(['contentId', 'contentTitle'], ({ contentId }) => contentId),
  // A second picture makes a gallery of a picture.
  files: some(['files', 'kind'], ({ files }) => files.map(idOf)),
  place: some(['x', 'y', 'z']),
  turn: some(['turnX', 'turnY', 'turnZ']),
  width: some(['width']),
  video: some(['videoStart', 'videoEnd']),
  hasAlpha: some(['hasAlpha']),
};

const isSame = (part: Part, one: DraftItem, other: DraftItem) =>
  JSON.stringify(part.read(one)) === JSON.stringify(part.read(other));
const areSame = (one: DraftItem, other: DraftItem) => partNames.every((name) => isSame(parts[name], one, other));

export interface SceneConflict {
  /** Of the item and the field. */
  readonly key: string;
  readonly itemId: string;
  readonly field: SceneField;
  /** The item that both began with, by whose title they know it; null: it is new on both sides. */
  readonly first: DraftItem | null;
  /** Null: deleted. */
  readonly mine: DraftItem | null;
  readonly theirs: DraftItem | null;
}

/** What items are known by: the server keeps them as a list, and their files under the same ids. */
function byId(items: readonly DraftItem[]): ReadonlyMap<string, DraftItem> {
  const known = new Map<string, DraftItem>();
  for (const item of items) {
    const [file] = item.files;
    const first = file ? `file ${idOf(file)}` : `content ${item.contentId ?? ''}`;
    let id = first;
    for (let again = 2; known.has(id); again += 1) id = `${first} ${again}`;
    known.set(id, item);
  }
  return known;
}

interface Versions {
  /** What both began with. */
  readonly base: readonly DraftItem[];
  readonly mine: readonly DraftItem[];
  readonly theirs: readonly DraftItem[];
  /** Whether an item can still be saved. */
  readonly fits: (item: DraftItem) => boolean;
}

export interface MergedScene {
  /** With theirs where both changed a part in different ways. */
  readonly items: ReadonlyMap<string, DraftItem>;
  readonly conflicts: readonly SceneConflict[];
  /** New or changed items of the user that can no longer be saved. */
  readonly lost: readonly DraftItem[];
}

/** One item in the three versions; undefined: it is not in that one. */
interface Item {
  readonly first: DraftItem | undefined;
  readonly mine: DraftItem | undefined;
  readonly theirs: DraftItem | undefined;
}

/** @returns the item, null if it is gone, and the fields that both changed in different ways */
function mergeItem({ first, mine, theirs }: Item): { item: DraftItem | null; fields: readonly SceneField[] } {
  if (!mine || !theirs) {
    const there = mine ?? theirs;
    if (!there || (first && areSame(there, first))) return { item: null, fields: [] };
    // New on one side; or deleted on one side and changed on the other.
    return first ? { item: theirs ?? null, fields: ['there'] } : { item: there, fields: [] };
  }
  const differing = partNames.filter((name) => !isSame(parts[name], mine, theirs));
  const own = differing.filter((name) => first && isSame(parts[name], theirs, first));
  const fields = differing.filter((name) => !first || !(own.includes(name) || isSame(parts[name], mine, first)));
  const item = own.reduce((merged, name) => parts[name].write(merged, mine), { ...theirs, key: mine.key });
  return { item, fields };
}

/**
 * What only one of them has changed is taken from that one. An order that both changed is the user's own.
 * @returns the items by what they are known by, and what is to be chosen
 */
export function mergeScene({ base, mine, theirs, fits }: Versions): MergedScene {
  const [before, all, other] = [byId(base), byId(mine), byId(theirs)];
  const own = new Map([...all].filter(([, item]) => fits(item)));
  const lost = [...all].flatMap(([id, item]) => {
    const first = before.get(id);
    return own.has(id) || (first && areSame(item, first)) ? [] : [item];
  });
  const items = new Map<string, DraftItem>();
  const conflicts = orderOf([...before.keys()], [...own.keys()], [...other.keys()]).flatMap((id): SceneConflict[] => {
    const versions = { first: before.get(id), mine: own.get(id), theirs: other.get(id) };
    const { item, fields } = mergeItem(versions);
    if (item) items.set(id, item);
    const sides = { first: versions.first ?? null, mine: versions.mine ?? null, theirs: versions.theirs ?? null };
    return fields.map((field) => ({ key: `${id} ${field}`, itemId: id, field, ...sides }));
  });
  return { items, conflicts, lost };
}

/** The order of whoever changed it, with the new items of the other one at the end. */
function orderOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const isKept = (ids: readonly string[]) => {
    const common = ids.filter((id) => base.includes(id));
    return common.every((id, at) => base.filter((one) => common.includes(one))[at] === id);
  };
  return [...new Set(isKept(mine) ? [...theirs, ...mine] : [...mine, ...theirs])];
}

/** The merged items with the user's choices. @param mine the keys of the conflicts of which the own version is kept */
export function withSceneChoices({ items, conflicts }: MergedScene, mine: ReadonlySet<string>): DraftItem[] {
  const chosen = new Map(items);
  for (const { key, itemId, field, mine: own } of conflicts) {
    if (!mine.has(key)) continue;
    if (field === 'there') {
      if (own) chosen.set(itemId, own);
      else chosen.delete(itemId);
      continue;
    }
    const item = chosen.get(itemId);
    if (item && own) chosen.set(itemId, parts[field].write(item, own));
  }
  return [...chosen.values()];
}
