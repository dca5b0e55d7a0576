/** Saving a content: merges with what others saved meanwhile, and tells what the user has to choose. */
import { type CallData, type CallInput, contentLanguages, ContentView, type EditableContent } from '@earth/contracts';
import type * as contracts from '@earth/contracts';
import { ApiError } from '../../../platform/http/api-error';
import { keyIn } from './fields';
import { type Conflict, merge } from './merge';
import { emptyValues, textIn, type Values, valuesOf } from './values';
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
  { values }: Edited,
  saved: CallData<typeof contracts.changeContent>,
  version: number,
) {
  const { id, imageUrls } = saved.content;
  const wanted = orderOf(values, imageUrls);
  if (wanted) await api.changeContent({ contentId: id, basedOn: version, imageUrls: wanted });
}

async function create(api: SavingApi, edited: Edited): Promise<number> {
  const { values, modelId } = edited;
  const l = contentLanguages.find((language) => textIn(values, keyIn(language, 'title')).trim() !== '') ?? 'en';
  const saved = await api.createContent({
    ...writtenOf(emptyValues, values),
    l,
    title: textIn(values, keyIn(l, 'title')),
    ctnView: modelId === null ? ContentView.info : ContentView.keypoint,
    ...(modelId !== null && { groupId: modelId }),
  });
  await order(api, edited, saved, 1);
  return saved.content.id;
}

/** @throws ApiError if it was not saved */
export async function save(api: SavingApi, edited: Edited, tries = TRIES): Promise<Saved> {
  const { contentId, base, values, version } = edited;
  if (contentId === null || version === null) return { type: 'saved', contentId: await create(api, edited) };
  try {
    const saved = await api.changeContent({ contentId, basedOn: version, ...writtenOf(base, values) });
    await order(api, edited, saved, version + 1);
    return { type: 'saved', contentId };
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'contentChanged' || tries === 1) throw error;
    const newer = await api.getEditableContent({ contentId });
    const theirs = valuesOf(newer);
    const { merged, conflicts } = merge(base, values, theirs);
    if (conflicts.length > 0) return { type: 'conflict', theirs, version: newer.version, merged, conflicts };
    return save(api, { ...edited, base: theirs, values: merged, version: newer.version }, tries - 1);
  }
}
