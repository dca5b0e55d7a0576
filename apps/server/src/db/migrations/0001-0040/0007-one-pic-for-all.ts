/**
 * A requested snapshot may be sent by two people under one id, and is stored once. Of two that were stored before, the later one
 * loses its id.
 */
export const onePicForAll = {
  number: 7,
  name: 'one pic for all',
  sql: /* sql */ `
update call_pics as later set client_id = null from call_pics as first
where first.call_id = later.call_id and first.client_id = later.client_id and first.id < later.id;

drop index call_pics_client;
create unique index call_pics_client on call_pics (call_id, client_id);
`,
} as const;
