/**
 * People whose data was deleted. The log of changes knows who is meant, so that a name can be taken out of it; before, it had names only:
 * one that two people share is left.
 */
export const formerPeople = {
  number: 46,
  name: 'former_people',
  sql: /* sql */ `
alter table contacts
  add column former boolean not null default false,
  add constraint contacts_former_check check (not former or disabled_at is not null);
alter table changes
  add column contact_id uuid references contacts on delete set null,
  add column subject_id uuid references contacts on delete set null;
update changes set contact_id = (
  select min(contacts.id::text)::uuid from contacts
  where contacts.company_id = changes.company_id and contacts.name = changes.contact_name having count(*) = 1);
update changes set subject_id = (
  select min(contacts.id::text)::uuid from contacts
  where contacts.company_id = changes.company_id and contacts.name = changes.title having count(*) = 1)
  where action in ('roleChanged', 'disabled', 'enabled', 'devicesEnded', 'exported');
create index changes_contact on changes (contact_id);
create index changes_subject on changes (subject_id);
`,
} as const;
