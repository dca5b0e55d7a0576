/** People who joined a room, left it or renamed it: until now the other participants were not notified. */
export const roomChanges = {
  number: 28,
  name: 'room changes',
  sql: /* sql */ `
create table room_changes (
  id uuid primary key,
  room_id uuid not null references rooms (id) on delete cascade,
  kind text not null check (kind in ('joined', 'left', 'renamed')),
  contact_id uuid not null references contacts (id),
  by_id uuid references contacts (id),
  position bigint not null,
  created_at timestamptz not null
);
create index room_changes_room on room_changes (room_id, created_at);
`,
} as const;
