/** Three-way merge of a notice that two people have changed. */
import type { CompanyNotice } from '@earth/contracts';

export const noticeParts = ['titleEn', 'textEn', 'titleIt', 'textIt', 'content'] as const;
export type NoticePart = (typeof noticeParts)[number];
export type NoticeWords = Pick<CompanyNotice, NoticePart>;
/** What was edited, and its version. */
export interface NoticeBase {
  readonly version: number;
  readonly words: NoticeWords;
}

export const wordsOf = ({ titleEn, textEn, titleIt, textIt, content }: NoticeWords): NoticeWords => ({
  titleEn,
  textEn,
  titleIt,
  textIt,
  content,
});

/** A part in words, by which it is also compared. */
export const partOf = (words: NoticeWords, part: NoticePart): string =>
  part === 'content' ? (words.content?.title ?? '') : words[part];

const isSame = (one: NoticeWords, other: NoticeWords, part: NoticePart): boolean =>
  part === 'content' ? one.content?.id === other.content?.id : one[part] === other[part];

/** The words with some parts of others. */
export const withParts = (words: NoticeWords, from: NoticeWords, parts: readonly NoticePart[]): NoticeWords => ({
  ...words,
  ...Object.fromEntries(parts.map((part) => [part, from[part]])),
});

/** @returns with theirs where both changed a part in different ways, and these parts */
export function mergeNotice(base: NoticeWords, mine: NoticeWords, theirs: NoticeWords) {
  const own = noticeParts.filter((part) => !isSame(mine, base, part) && !isSame(mine, theirs, part));
  const conflicts = own.filter((part) => !isSame(theirs, base, part));
  const merged = withParts(
    theirs,
    mine,
    own.filter((part) => !conflicts.includes(part)),
  );
  return { merged, conflicts };
}
