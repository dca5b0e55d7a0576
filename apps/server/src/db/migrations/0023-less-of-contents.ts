/**
 * Relations are asked for each time: what is kept of lists does not grow old by them. How long a file is says the file itself.
 */
export const lessOfContents = {
  number: 23,
  name: 'less-of-contents',
  sql: /* sql */ `
drop trigger content_relations_revision on content_relations;
alter table content_files drop column size;
`,
} as const;
