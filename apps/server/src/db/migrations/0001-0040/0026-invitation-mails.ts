/**
 * The language of an invited person's mail: absent for invitations from before it could be chosen. And the mails of invitations by
 * sender, for as long as they count against the daily limit.
 */
export const invitationMails = {
  number: 26,
  name: 'invitation mails',
  sql: /* sql */ `
alter table invitations add column language text check (language in ('en', 'it'));

create table invitation_mails (
  hash text primary key,
  sender_id uuid not null references contacts on delete cascade,
  sent_at timestamptz not null
);
create index invitation_mails_sender on invitation_mails (sender_id, sent_at);
`,
} as const;
