/**
 * Several servers: which of them live, which of them has the socket of a device, which pages are in a call and in which order they
 * joined, and until when one server has the claim to send a device's pushes.
 */
export const nodes = {
  number: 16,
  name: 'nodes',
  sql: /* sql */ `
create table nodes (
  id uuid primary key,
  seen_at timestamptz not null
);

alter table sessions add column seen_at timestamptz;
alter table sessions add column node_id uuid references nodes on delete set null;
create index sessions_node on sessions (node_id);

create sequence call_page_entries;
create table call_pages (
  call_id uuid not null references calls on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  device_id text not null,
  session text not null,
  entry bigint not null default nextval('call_page_entries'),
  node_id uuid references nodes on delete set null,
  primary key (call_id, contact_id)
);
create index call_pages_node on call_pages (node_id);

alter table push_tokens add column busy_until timestamptz;
`,
} as const;
