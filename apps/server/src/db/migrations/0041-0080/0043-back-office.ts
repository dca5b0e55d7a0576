/**
 * What the back office knows of a content. `is_shown`: it is live now. The server keeps it, so that each reading call has one column to
 * look at: it is set with each write of `is_draft`, `live_from`, `live_until` and `deleted_at`, and when one of the moments passes.
 * `content_history`: what was written, each time; `changes`: who did what.
 */
export const backOffice = {
  number: 43,
  name: 'back_office',
  sql: /* sql */ `
alter table contents
  add column is_draft boolean not null default false,
  add column live_from timestamptz,
  add column live_until timestamptz,
  add column deleted_at timestamptz,
  add column is_shown boolean not null default true,
  add column has_en boolean not null default false,
  add column has_it boolean not null default false,
  add column changed_at timestamptz not null default now(),
  add column changed_by_id uuid references contacts on delete set null;
update contents set
  has_en = exists (select from content_texts where content_id = contents.id and locale = 'en'),
  has_it = exists (select from content_texts where content_id = contents.id and locale = 'it');
create index contents_changed on contents (company_id, changed_at desc, id);
create index contents_title_en on contents (company_id, search_en, id);
create index contents_title_it on contents (company_id, search_it, id);
create index contents_moments on contents (id) where live_from is not null or live_until is not null or deleted_at is not null;
create index contents_changed_by on contents (changed_by_id);

create or replace function set_content_search() returns trigger language plpgsql as $$
declare
  of_content integer := case when tg_op = 'DELETE' then old.content_id else new.content_id end;
  en text := coalesce((select plain(title) from content_texts where content_id = of_content order by locale = 'en' desc limit 1), '');
  it text := coalesce((select plain(title) from content_texts where content_id = of_content order by locale = 'it' desc limit 1), '');
  in_en boolean := exists (select from content_texts where content_id = of_content and locale = 'en');
  in_it boolean := exists (select from content_texts where content_id = of_content and locale = 'it');
begin
  -- An update of no row would still say that something has changed.
  if exists (select from contents where id = of_content
      and (search_en, search_it, has_en, has_it) is distinct from (en, it, in_en, in_it)) then
    update contents set search_en = en, search_it = it, has_en = in_en, has_it = in_it where id = of_content;
  end if;
  return null;
end $$;

create table content_history (
  id serial primary key,
  content_id integer not null references contents on delete cascade,
  contact_id uuid references contacts on delete set null,
  at timestamptz not null,
  snapshot jsonb not null
);
create index content_history_content on content_history (content_id, id);
create index content_history_contact on content_history (contact_id);

create table changes (
  id serial primary key,
  company_id uuid not null references companies on delete cascade,
  contact_name text not null,
  at timestamptz not null,
  action text not null,
  content_id integer,
  title text not null
);
create index changes_company on changes (company_id, id);
create index changes_at on changes (at);
`,
} as const;
