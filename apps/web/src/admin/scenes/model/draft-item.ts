import type { WrittenItem } from '@earth/contracts';

/** A file of an item: one that the server has, or a new one as a data URL. */
export type DraftFile = { readonly fileId: string; readonly url: string } | { readonly data: string };
export type DraftItem = Omit<WrittenItem, 'files'> & {
  readonly key: string;
  readonly files: readonly DraftFile[];
  readonly contentTitle: string | null;
};
