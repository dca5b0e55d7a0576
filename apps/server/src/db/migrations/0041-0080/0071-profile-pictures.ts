/** Profile pictures as their owners sealed them, and the keys that the owners gave to others. */
export const profilePictureTables = {
  number: 71,
  name: 'profile pictures',
  sql: /* sql */ `
create table profile_pictures (
  owner_id uuid primary key references contacts on delete cascade,
  version uuid not null,
  sealed text not null,
  changed_at timestamptz not null
);
create table profile_picture_keys (
  owner_id uuid not null references profile_pictures on delete cascade,
  recipient_id uuid not null references contacts on delete cascade,
  encrypted_key text not null,
  given_at timestamptz not null,
  primary key (owner_id, recipient_id)
);
create index profile_picture_keys_recipient on profile_picture_keys (recipient_id);
`,
} as const;
