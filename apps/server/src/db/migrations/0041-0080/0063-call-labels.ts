/** The customer's reference and the tags of a call, sealed for its people. */
export const callLabelsTable = {
  number: 63,
  name: 'call labels',
  sql: /* sql */ `
create table call_labels (
  call_id uuid primary key references calls on delete cascade,
  author_id uuid not null references contacts on delete cascade,
  labels text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1, 2)),
  written_at timestamptz not null
);
`,
} as const;
