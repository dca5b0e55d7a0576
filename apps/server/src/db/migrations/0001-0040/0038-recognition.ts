/**
 * Image recognition. A category with a `model_code` is a catalogue; its products are its contents. `picture_descriptions`: what recognition
 * needs of a picture. `format`: its version; null: it is not described yet. `description` null: the picture cannot be described. `trials`:
 * the descriptions of simulated photographs of it, one behind the other, by which catalogues are calibrated. `claimed_by`:
 * the server that is describing it, a row of `nodes`. `catalogues`: the index of a catalogue and its calibration, made from the descriptions
 * that `digest` is of; null: they are being made for the first time. `photographs`: those that people agreed to have kept, each with the content that was the answer to it (null: none was).
 */
export const recognition = {
  number: 38,
  name: 'recognition',
  sql: /* sql */ `
alter table categories add column model_code text;
alter table categories add column learns_from_photographs boolean not null default false;
-- Deferred, so that an import can exchange the codes of two categories.
alter table categories add constraint categories_model_code unique (import_company_id, model_code) deferrable initially deferred;

create table picture_descriptions (
  file_id uuid primary key references content_files on delete cascade,
  format integer,
  description bytea,
  trials bytea,
  claimed_by uuid,
  tries integer not null default 0
);

create table catalogues (
  category_id integer primary key references categories on delete cascade,
  format integer,
  digest text,
  calibration jsonb,
  index bytea,
  claimed_by uuid
);

create table photographs (
  id uuid primary key,
  category_id integer not null references categories on delete cascade,
  content_id integer references contents on delete set null,
  is_match boolean not null,
  is_refused boolean not null default false,
  mode integer not null check (mode between 0 and 2),
  note text not null default '',
  similarity integer,
  jpeg bytea not null,
  created_at timestamptz not null
);
create index photographs_category on photographs (category_id, created_at);
create index photographs_content on photographs (content_id);

create table recognition_feedback (
  id uuid primary key,
  category_id integer not null references categories on delete cascade,
  content_id integer references contents on delete set null,
  photograph_id uuid references photographs on delete set null,
  note text not null default '',
  mode integer not null check (mode between 0 and 2),
  similarity integer,
  created_at timestamptz not null
);
create index recognition_feedback_category on recognition_feedback (category_id, created_at desc, id);
create index recognition_feedback_content on recognition_feedback (content_id);
create index recognition_feedback_photograph on recognition_feedback (photograph_id);
`,
} as const;
