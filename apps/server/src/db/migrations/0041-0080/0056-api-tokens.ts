/**
 * API tokens of companies, stored as their hash. What one of them wrote has no contact: versions have its name, as the log of changes has.
 */
export const apiTokenTables = {
  number: 56,
  name: 'api tokens',
  sql: /* sql */ `
create table api_tokens (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null,
  hash text not null,
  last_four text not null,
  scopes jsonb not null,
  created_by_id uuid references contacts on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create unique index api_tokens_hash on api_tokens (hash);
create index api_tokens_company on api_tokens (company_id, created_at);
create index api_tokens_created_by on api_tokens (created_by_id);

alter table content_history add column token_name text;
`,
} as const;
