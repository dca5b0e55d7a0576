/** Protected keys: a vault that the server cannot open, instead of a private key; and the former public bundles. */
export const ownKeys = {
  number: 18,
  name: 'own keys',
  sql: /* sql */ `
alter table contacts add column key_vault text;
alter table contacts add constraint contacts_key_vault_check check (key_vault is null or private_key = '');

create table former_keys (
  contact_id uuid not null references contacts on delete cascade,
  public_key text not null,
  replaced_at timestamptz not null,
  primary key (contact_id, public_key)
);
`,
} as const;
