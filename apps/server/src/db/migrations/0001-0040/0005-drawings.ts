/** Drawings on snapshots: an author's log for a picture is one sealed text, replaced as it grows. */
export const drawings = {
  number: 5,
  name: 'drawings',
  sql: /* sql */ `
create table call_drawings (
  pic_id uuid not null references call_pics on delete cascade,
  author_id uuid not null references contacts on delete cascade,
  drawing text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1)),
  edition bigint not null,
  entries integer not null,
  primary key (pic_id, author_id)
);
`,
} as const;
