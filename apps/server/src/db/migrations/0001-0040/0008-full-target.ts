/** A target who wanted to join a full call gets a state for it in their history. */
export const fullTarget = {
  number: 8,
  name: 'full target',
  sql: /* sql */ `
alter table call_targets drop constraint call_targets_state_check;
alter table call_targets add constraint call_targets_state_check
  check (state in ('ringing', 'joined', 'refused', 'missed', 'left', 'unreachable', 'busy', 'full'));
`,
} as const;
