/**
 * The version of a content, which editors send back with what they changed, so that nobody overwrites what they have not seen; and who is
 * editing which content, until when unless they say so again.
 */
export const contentVersions = {
  number: 42,
  name: 'content_versions',
  sql: /* sql */ `
alter table contents add column version integer not null default 1;
create table content_editors (
  content_id integer not null references contents on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  until timestamptz not null,
  primary key (content_id, contact_id)
);
create index content_editors_contact on content_editors (contact_id);
`,
} as const;
