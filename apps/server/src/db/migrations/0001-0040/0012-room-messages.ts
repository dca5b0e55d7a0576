/** Room messages. A position is assigned once, and a `client_id` used once. */
export const roomMessages = {
  number: 12,
  name: 'room messages',
  sql: /* sql */ `
create table room_messages (
  id uuid primary key,
  room_id uuid not null references rooms on delete cascade,
  position bigint not null,
  sender_id uuid not null references contacts on delete cascade,
  message text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1, 2)),
  client_id text,
  file_name text,
  file_key text,
  file_size integer check (file_size >= 0),
  created_at timestamptz not null default now()
);
create unique index room_messages_position on room_messages (room_id, position);
create unique index room_messages_client on room_messages (room_id, sender_id, client_id);
`,
} as const;
