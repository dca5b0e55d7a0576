/**
 * The deletion of a message looks for its changes by `changed_id = …` alone, which does not imply the predicate of the former index: each message
 * of a deleted room would be looked for in all rows.
 */
export const changeIndex = {
  number: 67,
  name: 'index of changes that foreign keys can use',
  sql: /* sql */ `
drop index room_messages_changes;
create index room_messages_changes on room_messages (changed_id, position) where changed_id is not null;
drop index call_messages_changes;
create index call_messages_changes on call_messages (changed_id, position) where changed_id is not null;
`,
} as const;
