/** Invitations into a company and its inviter's address book. */
export const invitations = {
  number: 4,
  name: 'invitations',
  sql: /* sql */ `
create table invitations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  inviter_id uuid not null references contacts on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  role text not null check (role in ('OPERATOR', 'ASSISTED', 'ADMIN')),
  hash text not null,
  replaced_hash text,
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_open on invitations (inviter_id, email) where used_at is null and revoked_at is null;
create index invitations_email on invitations (email);
create index invitations_company on invitations (company_id);
`,
} as const;
