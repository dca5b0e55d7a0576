/** The key of the device that signs the requests of a session. */
export const signingKeys = {
  number: 77,
  name: 'signing keys',
  sql: /* sql */ `
alter table sessions add column signing_key text;
`,
} as const;
