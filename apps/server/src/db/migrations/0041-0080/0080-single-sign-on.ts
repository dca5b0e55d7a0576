/**
 * Sign-in by a company's identity provider. `sealed_secret` is encrypted under MASTER_KEY. A domain belongs to one company once it is
 * confirmed. A session that a provider started names who it was there, so that the provider can end it.
 */
export const singleSignOn = {
  number: 80,
  name: 'single sign-on',
  sql: /* sql */ `
create table sign_on_connections (
  company_id uuid primary key references companies on delete cascade,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  role_claim text not null,
  roles jsonb not null,
  default_role text check (default_role in ('OPERATOR', 'ASSISTED', 'ADMIN')),
  makes_people boolean not null,
  codes_off boolean not null default false,
  tested_at timestamptz
);
alter table companies add column sign_on_version integer not null default 0;

create table sign_on_domains (
  company_id uuid not null references companies on delete cascade,
  domain text not null,
  confirmed_at timestamptz,
  checked_at timestamptz,
  primary key (company_id, domain)
);
create unique index sign_on_domains_confirmed on sign_on_domains (domain) where confirmed_at is not null;

create table sign_on_identities (
  company_id uuid not null references companies on delete cascade,
  issuer text not null,
  subject text not null,
  contact_id uuid not null references contacts on delete cascade,
  primary key (company_id, issuer, subject)
);
create unique index sign_on_identities_contact on sign_on_identities (contact_id, issuer);

create table sign_on_flows (
  state_hash text primary key,
  company_id uuid not null references companies on delete cascade,
  secret_hash text not null,
  tester_id uuid references contacts on delete cascade,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index sign_on_flows_expires on sign_on_flows (expires_at);

create table sign_on_tickets (
  hash text primary key,
  company_id uuid not null references companies on delete cascade,
  secret_hash text not null,
  tester_id uuid references contacts on delete cascade,
  outcome jsonb not null,
  expires_at timestamptz not null
);
create index sign_on_tickets_expires on sign_on_tickets (expires_at);

create table sign_on_log_outs (
  company_id uuid not null references companies on delete cascade,
  hash text not null,
  expires_at timestamptz not null,
  primary key (company_id, hash)
);
create index sign_on_log_outs_expires on sign_on_log_outs (expires_at);

alter table sessions add column sign_on_issuer text;
alter table sessions add column sign_on_subject text;
alter table sessions add column sign_on_sid text;
create index sessions_sign_on on sessions (sign_on_subject) where sign_on_subject is not null;
create index sessions_sign_on_sid on sessions (sign_on_sid) where sign_on_sid is not null;
`,
} as const;
