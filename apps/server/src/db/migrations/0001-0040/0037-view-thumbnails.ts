/** Small pictures of processed views, by which two views of one picture are found without reading their files. */
export const viewThumbnails = {
  number: 37,
  name: 'view_thumbnails',
  sql: /* sql */ `
alter table views add column thumbnail bytea;
`,
};
