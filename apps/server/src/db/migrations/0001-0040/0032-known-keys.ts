/** A user's known keys of others, stored across sign-outs, sealed by the user's protected keys. */
export const knownKeys = {
  number: 32,
  name: 'known keys',
  sql: /* sql */ `
create table known_keys (
  contact_id uuid primary key references contacts on delete cascade,
  sealed text not null,
  version integer not null
);
`,
} as const;
