/**
 * Who is editing the menu is told like who is editing a content: `company_id` is the company whose menu it is. And masks have a version, so that
 * nobody overwrites one that somebody else has saved meanwhile.
 */
export const editors = {
  number: 51,
  name: 'editors of the menu, versions of masks',
  sql: /* sql */ `
alter table content_editors rename to editors;
alter table editors drop constraint content_editors_pkey;
alter table editors alter column content_id drop not null;
alter table editors add column company_id uuid references companies on delete cascade;
alter table editors add constraint editors_one_place check (num_nonnulls(content_id, company_id) = 1);
create unique index editors_place on editors (content_id, company_id, contact_id) nulls not distinct;
create index editors_company on editors (company_id);
alter index content_editors_contact rename to editors_contact;

alter table views add column mask_version integer not null default 0;
`,
} as const;
