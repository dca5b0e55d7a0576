/** Private notes about contacts, as their authors sealed them. */
export const contactNotesTable = {
  number: 76,
  name: 'contact notes',
  sql: /* sql */ `
create table contact_notes (
  owner_id uuid not null references contacts on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  note text not null,
  written_at timestamptz not null,
  primary key (owner_id, contact_id)
);
create index contact_notes_contact on contact_notes (contact_id);
`,
} as const;
