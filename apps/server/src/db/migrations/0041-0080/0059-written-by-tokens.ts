/** Which API token wrote a content or a menu last, where no contact did. */
export const writtenByTokens = {
  number: 59,
  name: 'tokens that wrote',
  sql: /* sql */ `
alter table contents add column changed_by_token text;
alter table menu_drafts add column changed_by_token text;
`,
} as const;
