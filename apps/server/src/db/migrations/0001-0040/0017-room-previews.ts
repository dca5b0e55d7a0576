/** The preview that is stored beside a large picture: its key. Older messages have none. */
export const roomPreviews = {
  number: 17,
  name: 'room previews',
  sql: /* sql */ `
alter table room_messages add column preview_key text;
`,
} as const;
