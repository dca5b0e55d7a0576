/** Links by which guests join one call each, and those guests. */
export const guestLinks = {
  number: 14,
  name: 'guest links',
  sql: /* sql */ `
alter table contacts add column guest boolean not null default false;

create table guest_links (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  maker_id uuid not null references contacts on delete cascade,
  hash text not null unique,
  call_id uuid references calls on delete cascade,
  guest_id uuid unique references contacts on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  over_at timestamptz
);
create index guest_links_maker on guest_links (maker_id);
create index guest_links_call on guest_links (call_id);
`,
} as const;
