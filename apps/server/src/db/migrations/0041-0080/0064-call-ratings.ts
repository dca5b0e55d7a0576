/** What field users and guests thought of a call. The comment is sealed for its controllers. */
export const callRatingsTable = {
  number: 64,
  name: 'call ratings',
  sql: /* sql */ `
create table call_ratings (
  call_id uuid not null references calls on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  stars integer not null check (stars between 1 and 5),
  comment text,
  crypto_schema integer not null check (crypto_schema in (0, 1, 2)),
  rated_at timestamptz not null,
  primary key (call_id, contact_id)
);
`,
} as const;
