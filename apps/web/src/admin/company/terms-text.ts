/** Terms as one text: a line that begins with `#` is a heading, empty lines stand between paragraphs. Nothing else has a meaning. */
import { TERMS_PARAGRAPH_MAX, TERMS_SECTIONS_MAX, type WrittenTerms } from '@earth/contracts';

export type Sections = WrittenTerms['terms'];

export const termsText = (sections: readonly Readonly<Sections[number]>[]): string =>
  sections.map(({ heading, paragraphs }) => [`# ${heading}`, ...paragraphs].join('\n\n')).join('\n\n');

export type TermsProblem = 'termsEmpty' | 'termsNoHeading' | 'termsNoParagraph' | 'termsTooLong';

/** @returns what is wrong with it instead, if it is no text of terms */
export function sectionsOf(text: string): Sections | TermsProblem {
  const blocks = text
    .split(/\n(?=#)|\n\s*\n|(?<=^#[^\n]*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  if (blocks.length === 0) return 'termsEmpty';
  const sections: Sections = [];
  for (const block of blocks) {
    const heading = block.startsWith('#') ? block.replace(/^#+\s*/, '') : null;
    const last = sections.at(-1);
    if (heading === '') return 'termsNoHeading';
    if (heading !== null) sections.push({ heading, paragraphs: [] });
    else if (last) last.paragraphs.push(block);
    else return 'termsNoHeading';
  }
  if (sections.some(({ paragraphs }) => paragraphs.length === 0)) return 'termsNoParagraph';
  const isTooLong = ({ heading, paragraphs }: Sections[number]) =>
    heading.length > 200 ||
    paragraphs.length > TERMS_SECTIONS_MAX ||
    paragraphs.some((one) => one.length > TERMS_PARAGRAPH_MAX);
  return sections.length > TERMS_SECTIONS_MAX || sections.some(isTooLong) ? 'termsTooLong' : sections;
}
