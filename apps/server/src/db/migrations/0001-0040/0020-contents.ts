/**
 * Contents. `contents` has what a content is found by, which a search reads; the tables beside it have what is shown of it.
 * `search_en` and `search_it`: the plain title that is shown to users of that language.
 */
export const contents = {
  number: 20,
  name: 'contents',
  sql: /* sql */ `
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;

-- In small letters, without accents. PostgreSQL calls unaccent stable, since its dictionary could be replaced.
create function plain(words text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, words));

-- On a globe of radius 1: what lies across the date line, or a pole, is near there.
create function globe(lat double precision, long double precision) returns cube language sql immutable strict parallel safe
  return cube(array[cos(radians(lat)) * cos(radians(long)), cos(radians(lat)) * sin(radians(long)), sin(radians(lat))]);

create table brands (
  id serial primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null
);

create table skins (
  id serial primary key,
  company_id uuid not null references companies on delete cascade,
  hd_bg_color text not null,
  hd_font_color text not null,
  image_type integer not null default 2
);

create table categories (
  id serial primary key,
  parent_id integer references categories on delete cascade,
  company_id uuid references companies on delete cascade,
  level integer not null check (level between 1 and 3),
  position integer not null default 0,
  code text,
  image_url text,
  attchm_url text,
  ctn_type integer not null default 1,
  ctn_view integer not null default 1,
  check ((level = 1) = (parent_id is null))
);
create index categories_parent on categories (parent_id);

create table category_texts (
  category_id integer not null references categories on delete cascade,
  locale text not null check (locale in ('en', 'it')),
  title text not null,
  descr text not null default '',
  primary key (category_id, locale)
);

create table contents (
  id serial primary key,
  company_id uuid not null references companies on delete cascade,
  visibility text not null check (visibility in ('public', 'company', 'customer')),
  customer_id uuid references companies on delete cascade,
  date timestamptz not null,
  ctn_type integer not null default 1,
  ctn_view integer not null,
  category_id integer references categories on delete set null,
  c1 integer,
  c2 integer,
  c3 integer,
  brand_id integer references brands on delete set null,
  skin_id integer references skins on delete set null,
  group_id integer references contents on delete cascade,
  extl_id text,
  lat double precision,
  long double precision,
  search_en text not null default '',
  search_it text not null default '',
  check ((visibility = 'customer') = (customer_id is not null)),
  check ((lat is null) = (long is null))
);
create index contents_date on contents (date desc, id);
create index contents_view on contents (ctn_view, date desc, id);
create index contents_c1 on contents (c1, date desc, id);
create index contents_c2 on contents (c2, date desc, id);
create index contents_c3 on contents (c3, date desc, id);
create index contents_group on contents (group_id);
create index contents_company on contents (company_id, date desc, id);
create index contents_private on contents (customer_id, date desc, id);
create index contents_search_en on contents using gin (search_en gin_trgm_ops);
create index contents_search_it on contents using gin (search_it gin_trgm_ops);
create index contents_globe on contents using gist (globe(lat, long)) where lat is not null;

create table content_texts (
  content_id integer not null references contents on delete cascade,
  locale text not null check (locale in ('en', 'it')),
  title text not null,
  descr text not null default '',
  primary key (content_id, locale)
);

create table content_details (
  content_id integer primary key references contents on delete cascade,
  web_url text,
  phone text,
  email text,
  fax text,
  skype text,
  youtube_url text,
  youtube_name text,
  fb_url text,
  inst_url text,
  linkedin_url text,
  tw_url text,
  pin_url text,
  google_url text,
  ecommerce_url text,
  price double precision not null default 0,
  tag text
);

create table content_files (
  id uuid primary key,
  content_id integer not null references contents on delete cascade,
  kind text not null check (kind in ('image', 'gallery', 'video', 'attchm', 'audio')),
  locale text check (locale in ('en', 'it')),
  position integer not null default 0,
  url text,
  ending text,
  size integer,
  width integer,
  height integer,
  placeholder text,
  name text,
  descr text,
  check ((url is null) = (ending is not null))
);
create index content_files_content on content_files (content_id);

create table content_relations (
  content_id integer not null references contents on delete cascade,
  related_id integer not null references contents on delete cascade,
  position integer not null default 0,
  primary key (content_id, related_id)
);
create index content_relations_related on content_relations (related_id);

create table triggers (
  id serial primary key,
  scene_id integer not null references contents on delete cascade,
  place_id integer references contents on delete set null,
  s_type integer not null,
  image_url text,
  beacon_uuid uuid,
  beacon_major integer,
  beacon_minor integer
);
create index triggers_scene on triggers (scene_id);

create table models (
  id uuid primary key,
  content_id integer not null unique references contents on delete cascade
);

create function set_content_search() returns trigger language plpgsql as $$
declare
  of_content integer := case when tg_op = 'DELETE' then old.content_id else new.content_id end;
  en text := coalesce((select plain(title) from content_texts where content_id = of_content order by locale = 'en' desc limit 1), '');
  it text := coalesce((select plain(title) from content_texts where content_id = of_content order by locale = 'it' desc limit 1), '');
begin
  -- An update of no row would still say that something has changed.
  if exists (select from contents where id = of_content and (search_en, search_it) is distinct from (en, it)) then
    update contents set search_en = en, search_it = it where id = of_content;
  end if;
  return null;
end $$;
create trigger content_search after insert or delete or update of title on content_texts
  for each row execute function set_content_search();

-- Grows with every change of what is shown in lists: what was answered stays good until then.
create table contents_revision (id integer primary key check (id = 1), number bigint not null);
insert into contents_revision values (1, 1);
create function grow_contents_revision() returns trigger language plpgsql as $$
begin
  update contents_revision set number = number + 1;
  return null;
end $$;
create trigger contents_revision after insert or update or delete on contents
  for each statement execute function grow_contents_revision();
create trigger content_texts_revision after insert or update or delete on content_texts
  for each statement execute function grow_contents_revision();
create trigger content_details_revision after insert or update or delete on content_details
  for each statement execute function grow_contents_revision();
create trigger content_files_revision after insert or update or delete on content_files
  for each statement execute function grow_contents_revision();
create trigger content_relations_revision after insert or update or delete on content_relations
  for each statement execute function grow_contents_revision();
create trigger brands_revision after insert or update or delete on brands
  for each statement execute function grow_contents_revision();
create trigger skins_revision after insert or update or delete on skins
  for each statement execute function grow_contents_revision();
`,
} as const;
