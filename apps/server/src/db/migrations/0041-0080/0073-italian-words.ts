/** Products and jobs in Italian. Null: the text that there is serves both languages. */
export const italianWords = {
  number: 73,
  name: 'products and jobs in Italian',
  sql: /* sql */ `
alter table products add column name_it text, add column description_it text;
alter table contacts add column company_role_it text;
`,
} as const;
