/**
 * What a company's admins are changing in its menu. `draft`: the whole tree, with the numbers of the published entries that it deletes;
 * null: the menu is as published. `version` grows with each change of the row.
 */
export const menuDrafts = {
  number: 41,
  name: 'menu_drafts',
  sql: /* sql */ `
create table menu_drafts (
  company_id uuid primary key references companies on delete cascade,
  version integer not null,
  draft jsonb,
  changed_by_id uuid references contacts on delete set null,
  changed_at timestamptz not null
);
`,
} as const;
