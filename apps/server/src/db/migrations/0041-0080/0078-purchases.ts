/** Minutes that companies buy. */
export const purchasesTable = {
  number: 78,
  name: 'purchases',
  sql: /* sql */ `
create table purchases (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  key uuid not null,
  buyer_id uuid references contacts on delete set null,
  minutes integer not null check (minutes > 0),
  amount integer not null check (amount > 0),
  currency text not null,
  state text not null default 'pending',
  reference text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create unique index purchases_company_key on purchases (company_id, key);
create index purchases_company on purchases (company_id, created_at);
create index purchases_pending on purchases (created_at) where state = 'pending';
`,
} as const;
