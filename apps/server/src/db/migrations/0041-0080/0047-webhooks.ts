/**
 * Webhooks and the queue of their deliveries. A delivery waits while `due_at` is not null; afterwards it is delivered, or given up.
 * `sealed_secret` is encrypted under MASTER_KEY, as is the former secret, which signs until `former_until`.
 */
export const webhookTables = {
  number: 47,
  name: 'webhooks',
  sql: /* sql */ `
create table webhooks (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  url text not null,
  events jsonb not null,
  sealed_secret text not null,
  former_secret text,
  former_until timestamptz,
  language text not null,
  failures integer not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhooks_company on webhooks (company_id, created_at);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  tries integer not null default 0,
  status integer,
  done_at timestamptz,
  is_delivered boolean not null default false
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at);
create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
`,
} as const;
