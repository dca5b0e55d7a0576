/** The small picture that is stored beside a large one: where it lies. What was written before has none. */
export const roomPreviews = {
  number: 17,
  name: 'room previews',
  sql: /* sql */ `
alter table room_messages add column preview_key text;
`,
} as const;
