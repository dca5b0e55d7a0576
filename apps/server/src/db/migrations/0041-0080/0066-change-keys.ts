/** A change refers to its message, and is deleted with it, as their call or room is. */
export const changeKeys = {
  number: 66,
  name: 'foreign keys of changes',
  sql: /* sql */ `
alter table room_messages add foreign key (changed_id) references room_messages on delete cascade;
alter table call_messages add foreign key (changed_id) references call_messages on delete cascade;
`,
} as const;
