/**
 * How far the admins have handled a lead: `new`, `read` or `done`. A lead without a company is read by the admins of all companies.
 */
export const leadStates = {
  number: 31,
  name: 'lead states',
  sql: /* sql */ `
alter table leads add column state text not null default 'new' check (state in ('new', 'read', 'done'));
create index leads_of_all on leads (created_at) where company_id is null;
`,
} as const;
