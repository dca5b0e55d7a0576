/** Bytes that a person or a company has sent in a day, for the quotas of all servers. */
export const bytesTaken = {
  number: 29,
  name: 'bytes taken',
  sql: /* sql */ `
create table bytes_taken (
  subject uuid not null,
  day date not null,
  bytes bigint not null,
  primary key (subject, day)
);
create index bytes_taken_day on bytes_taken (day);
`,
} as const;
