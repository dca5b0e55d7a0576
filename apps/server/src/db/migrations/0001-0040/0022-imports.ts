/**
 * An import may be repeated: `import_key` is what its file calls an item, among those of its company; `import_digest` the hash of
 * the item's data in the file, so that unchanged items are left alone. `digest`: the hash of a file's bytes as they came. The
 * revision of contents grows once per transaction, however much it changes: nobody sees the numbers between, and thousands of them
 * would each leave a dead row to skip.
 */
export const imports = {
  number: 22,
  name: 'imports',
  sql: /* sql */ `
alter table brands add column import_key text, add column import_digest text;
alter table skins add column import_key text, add column import_digest text;
alter table categories
  add column import_company_id uuid references companies on delete set null,
  add column import_key text, add column import_digest text;
alter table contents add column import_key text, add column import_digest text;
alter table content_files add column digest text;

create unique index brands_import on brands (company_id, import_key) where import_key is not null;
create unique index skins_import on skins (company_id, import_key) where import_key is not null;
create unique index categories_import on categories (import_company_id, import_key) where import_key is not null;
create unique index contents_import on contents (company_id, import_key) where import_key is not null;

create or replace function grow_contents_revision() returns trigger language plpgsql as $$
begin
  if current_setting('earth.contents_revision', true) is distinct from 'grown' then
    update contents_revision set number = number + 1;
    -- Until the transaction ends.
    perform set_config('earth.contents_revision', 'grown', true);
  end if;
  return null;
end $$;
`,
} as const;
