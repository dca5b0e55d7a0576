/**
 * Until when a push service requested a pause for a device: whatever else is queued for the device meanwhile waits too. Expired
 * pushes are found without reading all that wait.
 */
export const pushPauses = {
  number: 25,
  name: 'push pauses',
  sql: /* sql */ `
alter table push_tokens add column not_before timestamptz;
create index push_queue_expires on push_queue (expires_at);
`,
} as const;
