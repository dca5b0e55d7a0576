/**
 * Markers of imports from before migration 27 have no file, so that the camera cannot recognize them. Their scenes count as changed: the
 * next import of the same rows stores the pictures as files.
 */
export const formerMarkers = {
  number: 39,
  name: 'former_markers',
  sql: /* sql */ `
update contents set import_digest = null
  where id in (select scene_id from triggers where s_type = 1 and file_id is null and image_url is not null);
`,
} as const;
