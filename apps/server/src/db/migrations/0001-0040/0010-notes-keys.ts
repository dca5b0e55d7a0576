/** People who join late get the key of the notes too: each version has an id of its own, and another key. */
export const notesKeys = {
  number: 10,
  name: 'notes keys',
  sql: /* sql */ `
alter table call_notes add column id uuid not null unique default gen_random_uuid();
alter table call_notes alter column id drop default;

alter table call_keys drop constraint call_keys_kind_check;
alter table call_keys add constraint call_keys_kind_check
  check (kind in ('message', 'file', 'pic', 'drawing', 'notes'));
`,
} as const;
