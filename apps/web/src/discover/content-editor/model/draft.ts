/** The draft of an editor: what is typed and not saved, with what it began from. */
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
