/** Who is in a call: asked with each call, and not to be looked for among all calls that a person ever had. */
export const peopleInside = {
  number: 74,
  name: 'people in calls',
  sql: /* sql */ `
create index call_targets_inside on call_targets (contact_id) where state = 'joined';
`,
} as const;
