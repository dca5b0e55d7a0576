/** Saving a content: merges with what others saved meanwhile, and tells what the user has to choose. */
import { type CallData, type CallInput, contentLanguages, ContentView, type EditableContent } from '@earth/contracts';
import type * as contracts from '@earth/contracts';
import { ApiError } from '../../../platform/http/api-error';
import { keyIn } from './fields';
import { type Conflict, merge } from './merge';
import { changedKeys, emptyValues, textIn, type Values, valuesOf } from './values';
import { orderOf, writtenOf } from './written';

export interface SavingApi {
  changeContent(input: CallInput<typeof contracts.changeContent>): Promise<CallData<typeof contracts.changeContent>>;
  createContent(input: CallInput<typeof contracts.createContent>): Promise<CallData<typeof contracts.createContent>>;
  getEditableContent(input: { readonly contentId: number }): Promise<EditableContent>;
}

/** What is edited, and what it began from. */
export interface Edited {
  /** Null: a new content. */
  readonly contentId: number | null;
  /** The content of the model of which a new one becomes a part. */
  readonly modelId: number | null;
  readonly base: Values;
  readonly version: number | null;
  readonly values: Values;
  /** The same for all attempts to save it. */
  readonly writeKey: string;
  /** It was sent before: perhaps only the answer was lost. */
  readonly isRepeated: boolean;
}

export type Saved =
  | { readonly type: 'saved'; readonly contentId: number }
  /** Both changed the same fields: `merged` has theirs. */
  | {
      readonly type: 'conflict';
      readonly theirs: Values;
      readonly version: number;
      readonly merged: Values;
      readonly conflicts: readonly Conflict[];
    };

/** If others save again and again meanwhile. */
const TRIES = 3;

async function order(
  api: SavingApi,
  { values, writeKey }: Edited,
  saved: CallData<typeof contracts.changeContent>,
  version: number,
) {
  const { id, imageUrls } = saved.content;
  const wanted = orderOf(values, imageUrls);
  if (wanted) await api.changeContent({ contentId: id, basedOn: version, writeKey, imageUrls: wanted });
}

const viewOf = (values: Values) =>
  Object.values(ContentView).find((view) => String(view) === textIn(values, 'ctnView')) ?? ContentView.info;

async function create(api: SavingApi, edited: Edited): Promise<Saved> {
  const { values, modelId, writeKey } = edited;
  const l = contentLanguages.find((language) => textIn(values, keyIn(language, 'title')).trim() !== '') ?? 'en';
  const saved = await api.createContent({
    ...writtenOf(emptyValues, values),
    l,
    title: textIn(values, keyIn(l, 'title')),
    ctnView: modelId === null ? viewOf(values) : ContentView.keypoint,
    ...(modelId !== null && { groupId: modelId }),
    writeKey,
  });
  const contentId = saved.content.id;
  if (edited.isRepeated) {
    // The server answers what the first request wrote, and something may have been changed here since.
    const stored = await api.getEditableContent({ contentId });
    return save(api, { ...edited, contentId, base: valuesOf(stored), version: stored.version });
  }
  await order(api, edited, saved, 1);
  return { type: 'saved', contentId };
}

/** @throws ApiError if it was not saved */
export async function save(api: SavingApi, edited: Edited, tries = TRIES): Promise<Saved> {
  const { contentId, base, values, version, writeKey } = edited;
  if (contentId === null || version === null) return create(api, edited);
  if (changedKeys(base, values).length === 0) return { type: 'saved', contentId };
  try {
    const saved = await api.changeContent({ contentId, basedOn: version, writeKey, ...writtenOf(base, values) });
    await order(api, edited, saved, version + 1);
    return { type: 'saved', contentId };
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'contentChanged' || tries === 1) throw error;
    const newer = await api.getEditableContent({ contentId });
    const theirs = valuesOf(newer);
    const rebased = { ...edited, base: theirs, version: newer.version };
    // The newer version is the user's own: its answer was lost.
    if (newer.writeKey === writeKey) return save(api, rebased, tries - 1);
    const { merged, conflicts } = merge(base, values, theirs);
    if (conflicts.length > 0) return { type: 'conflict', theirs, version: newer.version, merged, conflicts };
    return save(api, { ...rebased, values: merged }, tries - 1);
  }
}
