/**
 * Messages of calls get what those of rooms have: a position in the order in which they were stored so far, a preview beside a large picture
 * with a key for people who join late, and how far they have come to each person. What was sent before this counts as read by those
 * who were in the call: nobody reported it.
 */
export const callMessages = {
  number: 34,
  name: 'call messages',
  sql: /* sql */ `
alter table call_messages add column preview_key text, add column position bigint;
update call_messages set position = numbered.position
from (select id, row_number() over (partition by call_id order by id) as position from call_messages) as numbered
where call_messages.id = numbered.id;
alter table call_messages alter column position set not null;
drop index call_messages_call;
create unique index call_messages_position on call_messages (call_id, position);

alter table calls add column last_position bigint not null default 0;
update calls set last_position = last.position
from (select call_id, max(position) as position from call_messages group by call_id) as last
where calls.id = last.call_id;

alter table call_targets
  add column delivered_position bigint not null default 0, add column read_position bigint not null default 0;
update call_targets set delivered_position = calls.last_position, read_position = calls.last_position
from calls where calls.id = call_targets.call_id and call_targets.joined_at is not null;

alter table call_keys drop constraint call_keys_kind_check;
alter table call_keys add constraint call_keys_kind_check
  check (kind in ('message', 'file', 'preview', 'pic', 'drawing', 'notes'));
`,
} as const;
