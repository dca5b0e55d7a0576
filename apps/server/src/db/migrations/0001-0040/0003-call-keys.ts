/**
 * Keys of what is sealed in a call: those that came with each message, file and snapshot, and those that were added for people who
 * joined later. Calls for help get a flag.
 */
export const callKeys = {
  number: 3,
  name: 'call keys',
  sql: /* sql */ `
create table call_keys (
  call_id uuid not null references calls on delete cascade,
  kind text not null check (kind in ('message', 'file', 'pic')),
  item_id uuid not null,
  recipient_id uuid not null references contacts on delete cascade,
  encrypted_key text not null,
  is_added boolean not null,
  primary key (call_id, kind, item_id, recipient_id)
);

alter table calls add column for_help boolean not null default false;
`,
} as const;
