/** The language of an invited person's mail is any language tag, as the contract checks it, and nothing else. */
export const languageTags = {
  number: 35,
  name: 'language tags',
  sql: /* sql */ `
alter table invitations add constraint invitations_language_check
  check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
`,
} as const;
