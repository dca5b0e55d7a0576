/** People, sessions, address books, products and calls. */
export const firstTables = {
  number: 1,
  name: 'first tables',
  sql: /* sql */ `
create table companies (
  id uuid primary key,
  code text not null unique check (code <> ''),
  name text not null,
  admin_id uuid,
  logo_url text,
  primary_color text,
  unavailable_audio_url text,
  paid_service boolean not null default false,
  purchased_minutes double precision not null default 0 check (purchased_minutes >= 0),
  used_minutes double precision not null default 0 check (used_minutes >= 0),
  expires_at timestamptz
);

create table contacts (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  company_role text,
  role text not null check (role in ('OPERATOR', 'ASSISTED', 'ADMIN')),
  allowed_to_call boolean not null default true,
  available boolean not null default true,
  last_seen_at timestamptz,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
create unique index contacts_company_email on contacts (company_id, email);
create index contacts_email on contacts (email);
alter table companies add foreign key (admin_id) references contacts on delete set null;

create table sessions (
  id uuid primary key,
  contact_id uuid not null references contacts on delete cascade,
  device_id text not null,
  app_os text not null check (app_os in ('web', 'android', 'ios')),
  model text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index sessions_contact_device on sessions (contact_id, device_id);

create table refresh_tokens (
  hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table login_codes (
  contact_id uuid primary key references contacts on delete cascade,
  hash text,
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

create table address_book (
  id uuid primary key,
  owner_id uuid not null references contacts on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  check (owner_id <> contact_id)
);
create unique index address_book_owner_contact on address_book (owner_id, contact_id);
create index address_book_contact on address_book (contact_id);

create table products (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  code text not null,
  name text not null,
  image_url text,
  description text,
  position integer not null default 0
);
create unique index products_company_code on products (company_id, code);

create table calls (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  caller_id uuid not null references contacts on delete cascade,
  subject text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1)),
  product_code text,
  instant boolean not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  reason text check (reason in ('answered', 'declined', 'busy', 'missed', 'unreachable', 'failed', 'left', 'full')),
  rings_until timestamptz not null
);
create index calls_open on calls (closed_at);

create table call_targets (
  call_id uuid not null references calls on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  state text not null
    check (state in ('ringing', 'joined', 'refused', 'missed', 'left', 'unreachable', 'busy')),
  annotations_color text not null,
  device_id text,
  joined_at timestamptz,
  left_at timestamptz,
  primary key (call_id, contact_id)
);
create index call_targets_contact on call_targets (contact_id, call_id);

create table call_messages (
  id uuid primary key,
  call_id uuid not null references calls on delete cascade,
  sender_id uuid not null references contacts on delete cascade,
  message text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1)),
  client_id text,
  file_name text,
  file_key text,
  file_size integer check (file_size >= 0),
  created_at timestamptz not null default now()
);
create index call_messages_call on call_messages (call_id, id);
create unique index call_messages_client on call_messages (call_id, sender_id, client_id);

create table call_pics (
  id uuid primary key,
  call_id uuid not null references calls on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  file_name text not null,
  crypto_schema integer not null check (crypto_schema in (0, 1)),
  client_id text,
  created_at timestamptz not null default now()
);
create index call_pics_call on call_pics (call_id, id);
create unique index call_pics_client on call_pics (call_id, contact_id, client_id);

create table server_facts (
  name text primary key,
  value text not null
);
`,
} as const;
