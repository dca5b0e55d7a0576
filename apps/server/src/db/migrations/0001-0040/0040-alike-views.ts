/**
 * Views that were processed before their rating told whether an earlier one of the model or scene is taken for them. Those of models count
 * as changed, until the model is processed again; those of markers are queued, because nobody asks for their processing. The first of a
 * model or scene stays: it is compared with none.
 */
export const alikeViews = {
  number: 40,
  name: 'alike_views',
  sql: /* sql */ `
with later as (
  select views.id from views join content_files as files on files.id = views.file_id
  where views.format is not null and views.rating > 0 and views.queued_at is null and exists (
    select from views as earlier join content_files as their on their.id = earlier.file_id
    where their.content_id = files.content_id and their.kind = files.kind
      and earlier.thumbnail is not null and (earlier.position, earlier.id) < (views.position, views.id)
  )
)
update views set
  is_changed = is_changed or model_id is not null,
  queued_at = case when model_id is null then now() end
where id in (select id from later);
`,
} as const;
