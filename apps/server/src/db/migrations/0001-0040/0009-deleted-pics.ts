/** The client ids of deleted snapshots: a retry whose first answer was lost does not store the snapshot again. */
export const deletedPics = {
  number: 9,
  name: 'deleted pics',
  sql: /* sql */ `
create table call_deleted_pics (
  call_id uuid not null references calls on delete cascade,
  client_id text not null,
  primary key (call_id, client_id)
);
`,
} as const;
