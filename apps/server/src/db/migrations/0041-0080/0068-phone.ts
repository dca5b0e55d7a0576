/** A person’s telephone number, which they may add. */
export const phoneColumn = {
  number: 68,
  name: 'phone of contacts',
  sql: /* sql */ `
alter table contacts add column phone text;
`,
} as const;
