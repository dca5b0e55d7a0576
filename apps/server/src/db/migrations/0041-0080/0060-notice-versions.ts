/** A change of a notice names the version that it was made from, as one of a content does. */
export const noticeVersions = {
  number: 60,
  name: 'versions of notices',
  sql: /* sql */ `
alter table notices add column version integer not null default 1;
`,
} as const;
