/**
 * A message may change an earlier one of its call or room: edit it, delete it, or answer it with an emoji. The row says what and which; how is
 * sealed. The index finds the last edit of a message.
 */
export const messageChanges = {
  number: 62,
  name: 'changes of messages',
  sql: /* sql */ `
alter table room_messages add column change text, add column changed_id uuid;
alter table room_messages add constraint room_messages_change check ((change is null) = (changed_id is null));
create index room_messages_changes on room_messages (changed_id, position) where change is not null;

alter table call_messages add column change text, add column changed_id uuid;
alter table call_messages add constraint call_messages_change check ((change is null) = (changed_id is null));
create index call_messages_changes on call_messages (changed_id, position) where change is not null;
`,
} as const;
