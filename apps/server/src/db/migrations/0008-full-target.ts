/** Whoever wanted to come into a call when there was no place any more has it so in their history. */
export const fullTarget = {
  number: 8,
  name: 'full target',
  sql: /* sql */ `
alter table call_targets drop constraint call_targets_state_check;
alter table call_targets add constraint call_targets_state_check
  check (state in ('ringing', 'joined', 'refused', 'missed', 'left', 'unreachable', 'busy', 'full'));
`,
} as const;
