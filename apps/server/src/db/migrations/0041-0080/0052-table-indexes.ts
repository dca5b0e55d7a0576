/** The orders of the table of contents, without those that were deleted: a page far behind is then found in the index alone. */
export const tableIndexes = {
  number: 52,
  name: 'indexes of the table of contents',
  sql: /* sql */ `
drop index contents_changed, contents_title_en, contents_title_it;
create index contents_changed on contents (company_id, changed_at desc, id) where deleted_at is null;
create index contents_title_en on contents (company_id, search_en, id) where deleted_at is null;
create index contents_title_it on contents (company_id, search_it, id) where deleted_at is null;
`,
} as const;
