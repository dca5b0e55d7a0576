/** Notes on calls: a table of their own, since the lists of calls leave them out. */
export const callNotes = {
  number: 2,
  name: 'call notes',
  sql: /* sql */ `
create table call_notes (
  call_id uuid primary key references calls on delete cascade,
  author_id uuid not null references contacts on delete cascade,
  notes text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1)),
  written_at timestamptz not null
);
`,
} as const;
