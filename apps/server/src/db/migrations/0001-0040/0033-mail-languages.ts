/** The languages of invited persons' mails are no longer fixed: they are those for which the server has files of texts. */
export const mailLanguages = {
  number: 33,
  name: 'mail languages',
  sql: /* sql */ `
alter table invitations drop constraint invitations_language_check;
`,
} as const;
