/**
 * Leads: what visitors filled in on the contact form, in plain text, since they wrote it to be read by a company. `company_id`: the
 * company whose admins read it. It is sent to the lead address at `due_at`, and retried until that accepts it. Stored for ten years
 * at most, then deleted. `daily_counts`: how often a screen (`about` its name) or a content (its id) was viewed on a day in Italy,
 * in which language; nothing identifies the visitor. `company_id`: the company of the content; null: a screen. A content's counts
 * outlive it.
 */
export const leadsAndCounts = {
  number: 21,
  name: 'leads and counts',
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

create table daily_counts (
  day date not null,
  kind text not null check (kind in ('screen', 'content', 'favourite')),
  about text not null,
  locale text not null check (locale in ('en', 'it')),
  company_id uuid references companies on delete cascade,
  count integer not null check (count > 0),
  primary key (day, kind, about, locale),
  check ((kind = 'screen') = (company_id is null))
);
create index daily_counts_company on daily_counts (company_id, day);
`,
} as const;
