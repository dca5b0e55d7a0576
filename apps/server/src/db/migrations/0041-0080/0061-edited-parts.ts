/** Who is editing the notices, the company, its site or its terms is told like who is editing its menu. */
export const editedParts = {
  number: 61,
  name: 'editors of the parts of a company',
  sql: /* sql */ `
alter table editors add column part text;
update editors set part = 'menu' where company_id is not null;
alter table editors add constraint editors_part check ((part is null) = (company_id is null));
drop index editors_place;
create unique index editors_place on editors (content_id, company_id, part, contact_id) nulls not distinct;
`,
} as const;
