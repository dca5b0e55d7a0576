/** A company in which everybody protects their keys. */
export const companyKeys = {
  number: 19,
  name: 'company keys',
  sql: /* sql */ `
alter table companies add column requires_protected_keys boolean not null default false;
`,
} as const;
