/** What a deleted snapshot was sent under: a retry whose first answer was lost does not bring it back. */
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
