/** The key that a client made for writing a version of a content, so that a request that is repeated is recognized. */
export const writeKeys = {
  number: 44,
  name: 'write_keys',
  sql: /* sql */ `
alter table contents add column write_key uuid;
create index contents_write_key on contents (write_key) where write_key is not null;
`,
} as const;
