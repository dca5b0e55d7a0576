/** Sealed contents of scheme 2 are stored like all others. */
const tables = ['calls', 'call_messages', 'call_pics', 'call_notes', 'call_drawings'] as const;

export const scheme2 = {
  number: 15,
  name: 'scheme 2',
  sql: tables
    .map(
      (table) => /* sql */ `
alter table ${table} drop constraint ${table}_crypto_schema_check;
alter table ${table} add constraint ${table}_crypto_schema_check check (crypto_schema in (0, 1, 2));
`,
    )
    .join(''),
} as const;
