/** Which part of a video on a marker plays, in seconds; without an end, to the video's own. */
export const videoSections = {
  number: 48,
  name: 'video sections',
  sql: /* sql */ `
alter table scene_items add column video_start double precision not null default 0, add column video_end double precision;
`,
} as const;
