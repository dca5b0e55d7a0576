/** People who join late get the keys of drawings too, whose authors may have left: a stored drawing gets an id of its own. */
export const drawingKeys = {
  number: 6,
  name: 'drawing keys',
  sql: /* sql */ `
alter table call_drawings add column id uuid not null unique default gen_random_uuid();
alter table call_drawings alter column id drop default;

alter table call_keys drop constraint call_keys_kind_check;
alter table call_keys add constraint call_keys_kind_check check (kind in ('message', 'file', 'pic', 'drawing'));
`,
} as const;
