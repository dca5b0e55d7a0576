/**
 * What the company that owns the site has set for it, version by version (null: as in the brand's folder); the terms that it has
 * published; and who has accepted which.
 */
export const site = {
  number: 54,
  name: 'site',
  sql: /* sql */ `
create table site_versions (
  version integer primary key,
  contact_id uuid references contacts on delete set null,
  at timestamptz not null,
  logo_url text,
  landing_url text,
  colors jsonb
);
create index site_versions_contact on site_versions (contact_id);

create table terms_versions (
  version integer primary key,
  contact_id uuid references contacts on delete set null,
  at timestamptz not null,
  terms jsonb not null
);
create index terms_versions_contact on terms_versions (contact_id);

create table terms_acceptances (
  contact_id uuid not null references contacts on delete cascade,
  version integer not null,
  language text not null,
  at timestamptz not null,
  primary key (contact_id, version)
);
create index terms_acceptances_at on terms_acceptances (at);
create index terms_acceptances_version on terms_acceptances (version);
`,
} as const;
