/**
 * What the camera recognizes. A view is a flat picture: that of a marker, or one of a model. What processing makes of it is a column of its
 * row, so that it can never be of another picture: `evw` is its file, `index_record` its part of an index. `format`: the version of both;
 * null if it was never processed, or its mask has changed since. `queued_at`: it waits for processing, or a server (`claimed_by`, a row of
 * `nodes`) is processing it.
 */
export const views = {
  number: 36,
  name: 'views',
  sql: /* sql */ `
alter table content_files drop constraint content_files_kind_check;
alter table content_files add constraint content_files_kind_check
  check (kind in ('image', 'gallery', 'video', 'attchm', 'audio', 'marker', 'model', 'view', 'mask', 'item'));

create table views (
  id uuid primary key,
  file_id uuid not null unique references content_files on delete cascade,
  model_id uuid references models on delete cascade,
  mask_id uuid references content_files on delete set null,
  position integer not null default 0,
  format integer,
  is_changed boolean not null default false,
  digest text,
  rating integer,
  reason text,
  index_record bytea,
  evw bytea,
  queued_at timestamptz,
  claimed_by uuid,
  tries integer not null default 0
);
create index views_model on views (model_id);
create index views_digest on views (digest);
create index views_mask on views (mask_id);
create index views_queue on views (queued_at) where queued_at is not null;

create table keypoints (
  id uuid primary key,
  view_id uuid not null references views on delete cascade,
  content_id integer not null references contents on delete cascade,
  pos_x double precision not null,
  pos_y double precision not null,
  color text not null check (color ~* '^#[0-9a-f]{6}$'),
  unique (view_id, content_id)
);
create index keypoints_content on keypoints (content_id);

-- marker_id: the picture on which it stands; null: on every marker of the scene.
create table scene_items (
  id serial primary key,
  scene_id integer not null references contents on delete cascade,
  position integer not null default 0,
  marker_id uuid references content_files on delete cascade,
  kind text not null check (kind in ('picture', 'gallery', 'video', 'model', 'info')),
  content_id integer references contents on delete set null,
  file_ids jsonb not null default '[]',
  title_en text not null default '',
  title_it text not null default '',
  has_alpha boolean not null default false,
  x double precision not null default 0,
  y double precision not null default 0,
  z double precision not null default 0,
  turn_x double precision not null default 0,
  turn_y double precision not null default 0,
  turn_z double precision not null default 0,
  width double precision not null default 1
);
create index scene_items_scene on scene_items (scene_id);
create index scene_items_content on scene_items (content_id);
create index scene_items_marker on scene_items (marker_id);

create index triggers_file on triggers (file_id);
insert into views (id, file_id, queued_at)
  select gen_random_uuid(), id, now() from content_files where kind = 'marker';
`,
} as const;
