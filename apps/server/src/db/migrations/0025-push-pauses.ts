/**
 * Until when a push service wants nothing for a device, because it said so: whatever else is queued for it meanwhile waits too.
 * What has expired is found without reading all that waits.
 */
export const pushPauses = {
  number: 25,
  name: 'push pauses',
  sql: /* sql */ `
alter table push_tokens add column not_before timestamptz;
create index push_queue_expires on push_queue (expires_at);
`,
} as const;
