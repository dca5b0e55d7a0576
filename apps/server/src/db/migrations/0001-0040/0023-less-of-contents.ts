/** Relations are fetched each time: they do not make cached lists outdated. The length of a file is read from the file itself. */
export const lessOfContents = {
  number: 23,
  name: 'less-of-contents',
  sql: /* sql */ `
drop trigger content_relations_revision on content_relations;
alter table content_files drop column size;
`,
} as const;
