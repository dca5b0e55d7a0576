import { expect, test } from 'vitest';
import { sectionsOf, termsText } from './terms-text';

const sections = [
  { heading: 'Use', paragraphs: ['First line\nsecond line', '<b>not bold</b>'] },
  { heading: 'End', paragraphs: ['Last'] },
];

test('a text is read as it was written', () => {
  expect(sectionsOf(termsText(sections))).toEqual(sections);
});

test('reads headings with and without an empty line below, and any number of empty lines', () => {
  expect(sectionsOf('# One\ntext\n\n\n \n##Two\n\nmore\n')).toEqual([
    { heading: 'One', paragraphs: ['text'] },
    { heading: 'Two', paragraphs: ['more'] },
  ]);
});

test.each([
  ['nothing', ' \n', 'termsEmpty'],
  ['a paragraph before the first heading', 'text\n\n# One\n\ntext', 'termsNoHeading'],
  ['a heading without words', '#\n\ntext', 'termsNoHeading'],
  ['a heading without a paragraph', '# One\n\n# Two\n\ntext', 'termsNoParagraph'],
  ['a paragraph that is too long', `# One\n\n${'x'.repeat(5001)}`, 'termsTooLong'],
])('says what is wrong with %s', (_, text, problem) => {
  expect(sectionsOf(text)).toBe(problem);
});
