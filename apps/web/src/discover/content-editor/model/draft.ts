/** The draft of an editor: what is typed and not saved, with what it began from. */
import type { SessionScope } from '../../../platform/session/session-scope';
import { createEditDrafts } from '../../../platform/storage/edit-drafts';
import type { Values } from './values';

export interface Draft {
  /** The values and the version that were read; null: a new content. */
  readonly base: Values;
  readonly version: number | null;
  readonly values: Values;
  /** By which the server knows a repeated request; null: none was sent yet. */
  readonly writeKey: string | null;
}

/** @param contentId null: a new one @param modelId the content of the model of which it is a part */
export const draftName = (contentId: number | null, modelId: number | null) =>
  `content ${contentId ?? 'new'} ${modelId ?? ''}`;

export const readDraft = (scope: SessionScope, name: string): Promise<Draft | null> =>
  scope.get(createEditDrafts).read<Draft>(name);
export const storeDraft = (scope: SessionScope, name: string, draft: Draft): Promise<void> =>
  scope.get(createEditDrafts).keep(name, draft);
export const dropDraft = (scope: SessionScope, name: string): Promise<void> => scope.get(createEditDrafts).drop([name]);
