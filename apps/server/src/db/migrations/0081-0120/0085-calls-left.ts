/**
 * Nobody is in a call that is closed, so that a query of the people in calls need not ask whether theirs are open. The index of the open
 * calls has no others.
 */
export const callsLeft = {
  number: 85,
  name: 'closed calls have nobody in them',
  sql: /* sql */ `
update call_targets set state = 'left', left_at = coalesce(call_targets.left_at, calls.closed_at) from calls
  where calls.id = call_targets.call_id and call_targets.state = 'joined' and calls.closed_at is not null;
drop index calls_open;
create index calls_open on calls (id) where closed_at is null;
`,
} as const;
