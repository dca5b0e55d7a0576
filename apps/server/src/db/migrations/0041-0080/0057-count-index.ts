/** For the counts above the table of contents: all of a company, and those without a language. A narrow index is read in a few milliseconds. */
export const countIndex = {
  number: 57,
  name: 'index for the counts of contents',
  sql: /* sql */ `
create index contents_languages on contents (company_id, has_en, has_it) where deleted_at is null;
`,
} as const;
