/** Terms of use and privacy notice of the brand (D5.23, D9.18), loaded when they are opened. */
import * as z from 'zod/mini';

const words = z.string().check(z.minLength(1));

const sections = z
  .array(z.object({ heading: words, paragraphs: z.array(words).check(z.minLength(1)) }))
  .check(z.minLength(1));

const termsText = z.object({
  /** Date of the last change of both, as a sentence. */
  updated: words,
  terms: sections,
  privacy: sections,
});

/** Terms of use and privacy notice, in both languages: `brands/<code>/terms.json`, or what the site's company has published since. */
export const brandTerms = z.object({
  en: termsText,
  it: termsText,
  /** Of published ones; absent: those of the folder. */
  version: z.optional(z.int()),
});
export type BrandTerms = z.infer<typeof brandTerms>;

/** The address at which the server serves it. */
export const TERMS_PATH = '/brand/terms.json';
