/** Since when a person is disabled: they cannot sign in, and their sessions count as ended. */
export const disabledPeople = {
  number: 45,
  name: 'disabled_people',
  sql: /* sql */ `
alter table contacts add column disabled_at timestamptz;
`,
} as const;
