/** Files that the menu editor has stored, so that those are deleted that no menu names for a day. `unnamed_since` is null as long as one does. */
export const menuFiles = {
  number: 55,
  name: 'menu files',
  sql: /* sql */ `
create table menu_files (
  url text primary key,
  company_id uuid not null references companies on delete cascade,
  unnamed_since timestamptz
);
create index menu_files_company on menu_files (company_id);
`,
} as const;
