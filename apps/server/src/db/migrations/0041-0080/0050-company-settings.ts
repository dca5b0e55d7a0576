/** The version of what the admins of a company set: a change names the version that it was made from. */
export const companySettings = {
  number: 50,
  name: 'company_settings',
  sql: /* sql */ `
alter table companies add column settings_version integer not null default 0;
`,
} as const;
