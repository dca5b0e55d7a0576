/**
 * `changes.invitation_id`: the invitation of a line of the log that says that somebody was invited. `subject_id` of older such lines, as far
 * as it is known: by the used invitation, or by a name that one person of the company has.
 */
export const invitedPeople = {
  number: 84,
  name: 'invited people in the log',
  sql: /* sql */ `
alter table changes add column invitation_id uuid references invitations on delete set null;
create index changes_invitation on changes (invitation_id) where invitation_id is not null;
update changes set subject_id = contacts.id from invitations, contacts
  where changes.action = 'invited' and changes.subject_id is null and invitations.used_at is not null
  and invitations.company_id = changes.company_id and invitations.inviter_id = changes.contact_id and invitations.name = changes.title
  and contacts.company_id = changes.company_id and contacts.email = invitations.email;
update changes set subject_id = alone.id from (
    select company_id, name, (array_agg(id))[1] as id from contacts
    where not guest and not former group by company_id, name having count(*) = 1
  ) as alone
  where changes.action = 'invited' and changes.subject_id is null
  and alone.company_id = changes.company_id and alone.name = changes.title;
`,
} as const;
