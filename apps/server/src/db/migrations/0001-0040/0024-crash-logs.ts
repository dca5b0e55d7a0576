/**
 * Crash logs of the app. `data` is sealed for the server's own key, which is derived from MASTER_KEY: it cannot be read with the
 * database alone. `told_at` is the device's clock. The newest thousand are stored, for ninety days at most.
 */
export const crashLogs = {
  number: 24,
  name: 'crash logs',
  sql: /* sql */ `
create table crash_logs (
  id uuid primary key,
  app_code text not null,
  told_at timestamptz not null,
  data text not null,
  created_at timestamptz not null default now()
);
create index crash_logs_created on crash_logs (created_at, id);
`,
} as const;
