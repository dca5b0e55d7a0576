/** Usage of a company: the bytes of its files by day, measured a few times a day, and its calls by the moment at which they began. */
export const usage = {
  number: 49,
  name: 'usage',
  sql: /* sql */ `
create table storage_used (
  company_id uuid not null references companies on delete cascade,
  day date not null,
  contents bigint not null check (contents >= 0),
  calls bigint not null check (calls >= 0),
  rooms bigint not null check (rooms >= 0),
  photographs bigint not null check (photographs >= 0),
  measured_at timestamptz not null,
  primary key (company_id, day)
);
create index storage_used_measured on storage_used (measured_at);
create index calls_company on calls (company_id, started_at);
`,
} as const;
