/** What each server has found about itself at its last check; null: it has not checked yet, or is of an older version. */
export const serverHealth = {
  number: 81,
  name: 'server health',
  sql: /* sql */ `
alter table nodes add column health jsonb;
`,
} as const;
