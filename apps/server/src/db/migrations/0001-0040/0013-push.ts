/** Push tokens of devices, and the pushes that wait for them. A token is deleted with its session, and its queue with the token. */
export const push = {
  number: 13,
  name: 'push',
  sql: /* sql */ `
create table push_tokens (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  kind text not null check (kind in ('web', 'fcm', 'apns', 'voip')),
  address text not null,
  host text not null,
  p256dh text,
  auth text,
  created_at timestamptz not null default now(),
  check (kind <> 'web' or (p256dh is not null and auth is not null))
);
create unique index push_tokens_session on push_tokens (session_id, kind);
create unique index push_tokens_address on push_tokens (kind, address);

create table push_queue (
  id uuid primary key,
  token_id uuid not null references push_tokens on delete cascade,
  topic uuid not null,
  message_type text not null,
  message_content text not null,
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index push_queue_topic on push_queue (token_id, topic);
create index push_queue_due on push_queue (due_at);
`,
} as const;
