/** What people read before they give data: the brand's own, loaded when it is opened (D5.23, D9.18). */
import * as z from 'zod/mini';

const words = z.string().check(z.minLength(1));

const sections = z
  .array(z.object({ heading: words, paragraphs: z.array(words).check(z.minLength(1)) }))
  .check(z.minLength(1));

const termsText = z.object({
  /** When both were changed last, in a sentence. */
  updated: words,
  terms: sections,
  privacy: sections,
});

/** `brands/<code>/terms.json`: terms of use and privacy notice, in both languages. */
export const brandTerms = z.object({ en: termsText, it: termsText });
export type BrandTerms = z.infer<typeof brandTerms>;

/** Where it is served. */
export const TERMS_PATH = '/brand/terms.json';
