/**
 * `contacts.has_keys`: false for people added by a directory or an import, until their first sign-in makes their keys. `directory_people`: what
 * the directory says of a person, one row each.
 */
export const directoryPeople = {
  number: 82,
  name: 'people from a directory',
  sql: /* sql */ `
alter table contacts add column has_keys boolean not null default true;
create table directory_people (
  contact_id uuid primary key references contacts on delete cascade,
  company_id uuid not null references companies on delete cascade,
  user_name text not null,
  user_key text,
  external_key text,
  names jsonb not null,
  gives_role boolean not null,
  is_active boolean not null,
  changed_at timestamptz not null
);
create unique index directory_people_user on directory_people (company_id, user_key);
create index directory_people_external on directory_people (company_id, external_key);
`,
} as const;
