/**
 * Notices to visitors. `send_at` null: a draft; `sent_at`: visitors see it. A subscription is a browser's endpoint with its keys and a language, and
 * nothing else. A delivery is a push that no service has accepted yet.
 */
export const noticeTables = {
  number: 53,
  name: 'notices',
  sql: /* sql */ `
create table notices (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  title_en text not null,
  text_en text not null,
  title_it text not null,
  text_it text not null,
  content_id integer references contents on delete set null,
  changed_at timestamptz not null,
  send_at timestamptz,
  sent_at timestamptz check (sent_at is null or send_at is not null),
  deleted_at timestamptz,
  wanted integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0
);
create index notices_company on notices (company_id, changed_at);
create index notices_sent on notices (sent_at) where sent_at is not null;
create index notices_waiting on notices (send_at) where sent_at is null;
create index notices_content on notices (content_id);
create index notices_deleted on notices (deleted_at) where deleted_at is not null;

create table notice_subscriptions (
  id uuid primary key,
  address text not null,
  p256dh text not null,
  auth text not null,
  locale text not null check (locale in ('en', 'it'))
);
create unique index notice_subscriptions_address on notice_subscriptions (address);

create table notice_deliveries (
  notice_id uuid not null references notices on delete cascade,
  subscription_id uuid not null references notice_subscriptions on delete cascade,
  due_at timestamptz not null,
  tries integer not null default 0,
  primary key (notice_id, subscription_id)
);
create index notice_deliveries_subscription on notice_deliveries (subscription_id);
create index notice_deliveries_due on notice_deliveries (due_at);
`,
} as const;
