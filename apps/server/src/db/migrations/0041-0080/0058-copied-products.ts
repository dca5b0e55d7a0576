/** From which content a product was copied, so that a second run copies only what is new. */
export const copiedProducts = {
  number: 58,
  name: 'products that were copied',
  sql: /* sql */ `
alter table contents add column copied_from_id integer references contents on delete set null;
create index contents_copied_from on contents (copied_from_id, category_id) where copied_from_id is not null;
`,
} as const;
