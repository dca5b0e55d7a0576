/** The pictures that start a scene are files of it, and as private as it is. Those of earlier imports stay where they are. */
export const markers = {
  number: 27,
  name: 'markers',
  sql: /* sql */ `
alter table content_files drop constraint content_files_kind_check;
alter table content_files add constraint content_files_kind_check
  check (kind in ('image', 'gallery', 'video', 'attchm', 'audio', 'marker'));
alter table triggers add column file_id uuid references content_files on delete cascade;
`,
} as const;
