/** How near a beacon has to be; null: wherever it is received. */
export const beaconRanges = {
  number: 79,
  name: 'beacon ranges',
  sql: /* sql */ `
alter table triggers add column beacon_range text check (beacon_range in ('immediate', 'near'));
`,
} as const;
