/**
 * How near a beacon has to be; null: wherever it is received. Earlier imports took numbers of more than two bytes, which no beacon sends, so
 * such a trigger has never started anything.
 */
export const beaconRanges = {
  number: 79,
  name: 'beacon ranges',
  sql: /* sql */ `
delete from triggers where beacon_major not between 0 and 65535 or beacon_minor not between 0 and 65535;
alter table triggers add check (beacon_major between 0 and 65535 and beacon_minor between 0 and 65535);
alter table triggers add column beacon_range text check (beacon_range in ('immediate', 'near'));
`,
} as const;
