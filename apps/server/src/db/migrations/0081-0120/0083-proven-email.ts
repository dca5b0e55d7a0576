/** `sessions.proven_email`: the e-mail address that was proved when the session began. */
export const provenEmail = {
  number: 83,
  name: 'proven e-mail addresses',
  sql: /* sql */ `
alter table sessions add column proven_email text;
update sessions set proven_email = contacts.email from contacts where contacts.id = sessions.contact_id and not contacts.guest;
`,
} as const;
