/** Inserts contents into the database as an import does. */
import type { TestServer } from './start-test-server';

interface NewContent {
  readonly title?: string;
  readonly descr?: string;
  readonly locale?: 'en' | 'it';
  /** The code of the owning company. */
  readonly owner?: string;
  readonly visibility?: 'public' | 'company' | 'customer';
  /** The code of the company for which `customer` is meant. */
  readonly customer?: string;
  readonly view?: number;
  readonly date?: string;
  readonly path?: readonly [c1: number, c2?: number, c3?: number];
  readonly groupId?: number;
  readonly place?: readonly [lat: number, long: number];
  readonly brandId?: number;
  readonly skinId?: number;
}

async function one<Value>({ context }: TestServer, sql: string, values: readonly unknown[]): Promise<Value> {
  const { rows } = await context.pool.query<{ value: Value }>(sql, [...values]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was written');
  return row.value;
}

/**
 * Deletes all contents, and the rows of these tables. Locks the revision first, as every writer of contents does: otherwise the publisher,
 * which holds it and waits for a content, and this deadlock.
 */
export async function deleteContents({ context }: TestServer, ...tables: readonly string[]): Promise<void> {
  const deletions = ['contents', ...tables].map((table) => `delete from ${table}`);
  await context.pool.query(['select from contents_revision for update', ...deletions].join('; '));
}

/** @returns its number */
export async function addContent(server: TestServer, content: NewContent = {}): Promise<number> {
  const { path = [], place, visibility = 'public', owner = 'DEMO', customer = null } = content;
  const id = await one<number>(
    server,
    `insert into contents (company_id, visibility, customer_id, date, ctn_view, c1, c2, c3, category_id, group_id, lat, long, brand_id, skin_id)
     select id, $2, (select id from companies where code = $3), $4, $5, $6::integer, $7::integer, $8::integer,
       coalesce($8, $7, $6)::integer, $9, $10, $11, $12, $13
     from companies where code = $1 returning id as value`,
    [
      owner,
      visibility,
      customer,
      content.date ?? '2026-01-01T12:00:00Z',
      content.view ?? 1,
      path[0] ?? null,
      path[1] ?? null,
      path[2] ?? null,
      content.groupId ?? null,
      place?.[0] ?? null,
      place?.[1] ?? null,
      content.brandId ?? null,
      content.skinId ?? null,
    ],
  );
  await server.context.pool.query('insert into content_details (content_id) values ($1)', [id]);
  await addTexts(server, id, { title: `Content ${id}`, ...content });
  return id;
}

export async function addTexts(
  { context }: TestServer,
  id: number,
  { title, descr = '', locale = 'en' }: NewContent,
): Promise<void> {
  await context.pool.query('insert into content_texts (content_id, locale, title, descr) values ($1, $2, $3, $4)', [
    id,
    locale,
    title,
    descr,
  ]);
}

interface NewCategory {
  readonly title: string;
  readonly titleIt?: string;
  readonly parentId?: number;
  readonly level?: 1 | 2 | 3;
  readonly owner?: string;
  readonly code?: string;
  readonly position?: number;
}

/** @returns its number */
export async function addCategory(server: TestServer, category: NewCategory): Promise<number> {
  const id = await one<number>(
    server,
    `insert into categories (parent_id, level, company_id, code, position)
     values ($1, $2, (select id from companies where code = $3), $4, $5) returning id as value`,
    [
      category.parentId ?? null,
      category.level ?? 1,
      category.owner ?? null,
      category.code ?? null,
      category.position ?? 0,
    ],
  );
  const texts = [
    ['en', category.title],
    ...(category.titleIt === undefined ? [] : [['it', category.titleIt]]),
  ] as const;
  for (const [locale, title] of texts)
    await server.context.pool.query('insert into category_texts (category_id, locale, title) values ($1, $2, $3)', [
      id,
      locale,
      title,
    ]);
  return id;
}

/** Relates a content to others, in order. */
export async function relate({ context }: TestServer, id: number, related: readonly number[]): Promise<void> {
  await context.pool.query(
    `insert into content_relations (content_id, related_id, position)
     select $1, related, position from unnest($2::integer[]) with ordinality as given (related, position)`,
    [id, related],
  );
}

/** @returns the numbers of a brand and of a skin */
export async function addBrand(server: TestServer, name: string): Promise<{ brandId: number; skinId: number }> {
  const brandId = await one<number>(
    server,
    `insert into brands (company_id, name) select id, $1 from companies where code = 'DEMO' returning id as value`,
    [name],
  );
  const skinId = await one<number>(
    server,
    `insert into skins (company_id, hd_bg_color, hd_font_color)
     select id, '#ffffff', '#29c885' from companies where code = 'DEMO' returning id as value`,
    [],
  );
  return { brandId, skinId };
}
