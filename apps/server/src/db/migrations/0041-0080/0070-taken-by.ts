/** Who took a snapshot, if they asked another person's device for it. */
export const takenBy = {
  number: 70,
  name: 'who took snapshots',
  sql: /* sql */ `
alter table call_pics add column taken_by_id uuid references contacts on delete set null;
`,
} as const;
