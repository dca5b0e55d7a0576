/** What the contact form of a company asks for besides name, e-mail and message: of every company so far all of it. */
export const leadPartsColumn = {
  number: 72,
  name: 'parts of the contact form',
  sql: /* sql */ `
alter table companies add column lead_parts jsonb not null default '["phone", "profession", "address", "newsletter"]';
`,
} as const;
