/** Whom a message mentions, as its author says: ids of contacts, separated by spaces. The text itself is sealed. */
export const mentions = {
  number: 65,
  name: 'mentions',
  sql: /* sql */ `
alter table room_messages add column mentions text;
alter table call_messages add column mentions text;
`,
} as const;
