/**
 * Rooms. `pair`: the two people of a room of two, so that there is one such room; null for a group. What a participant has received
 * and read are positions: 0 is before the first message.
 */
export const rooms = {
  number: 11,
  name: 'rooms',
  sql: /* sql */ `
create table rooms (
  id uuid primary key,
  pair text unique,
  subject text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1, 2)),
  subject_author_id uuid references contacts on delete set null,
  last_position bigint not null default 0
);

create table room_participants (
  room_id uuid not null references rooms on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  joined_at timestamptz not null,
  joined_position bigint not null default 0,
  delivered_position bigint not null default 0,
  read_position bigint not null default 0,
  mute boolean not null default false,
  primary key (room_id, contact_id)
);
create index room_participants_contact on room_participants (contact_id);
`,
} as const;
