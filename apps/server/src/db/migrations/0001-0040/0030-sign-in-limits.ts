/**
 * A code belongs to an account and to its asker, attempts are counted per asker, and a device that was signed in before is known by
 * a token. Codes that were sent before this are invalid: they were valid for ten minutes.
 */
export const signInLimits = {
  number: 30,
  name: 'sign-in limits',
  sql: /* sql */ `
drop table login_codes;
create table login_codes (
  account text not null,
  asker text not null,
  hash text not null,
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  expires_at timestamptz not null,
  primary key (account, asker)
);
create index login_codes_expires on login_codes (expires_at);
create table rate_limits (
  key text primary key,
  hour_start timestamptz not null,
  in_hour integer not null,
  day_start timestamptz not null,
  in_day integer not null,
  last_at timestamptz not null
);
create index rate_limits_last on rate_limits (last_at);
create table known_devices (
  hash text not null,
  contact_id uuid not null references contacts on delete cascade,
  used_at timestamptz not null,
  primary key (hash, contact_id)
);
create index known_devices_contact on known_devices (contact_id, used_at);
create index known_devices_used on known_devices (used_at);
alter table invitations drop column wrong_tries;
`,
} as const;
