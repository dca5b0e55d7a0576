/**
 * What people filled in on the contact form, in plain text: they wrote it to be read by a company. `company_id`: whose
 * admins read it. It goes to the lead address at `due_at`, again and again until that has taken it. Kept for ten years at
 * most, then deleted.
 */
export const leads = {
  number: 22,
  name: 'leads',
  sql: /* sql */ `
create table leads (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz not null,
  sent_at timestamptz
);
create index leads_company on leads (company_id, created_at);
create index leads_created on leads (created_at);
create index leads_due on leads (due_at) where sent_at is null;
`,
} as const;
