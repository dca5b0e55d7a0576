import { getTableName, isTable } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as schema from './schema';

const tables = Object.values<unknown>(schema).filter((value): value is PgTable => isTable(value));

let database: pg.Client;
beforeAll(async () => {
  const { connectionString, template } = inject('database');
  // A template must not have connections while it is copied: inspect a copy.
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create database schema_test template ${template}`);
  await admin.end();
  database = new pg.Client({ connectionString: connectionString.replace(/\/[^/]*$/, '/schema_test') });
  await database.connect();
});
afterAll(() => database.end());

async function ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  return (await database.query<Row>(sql)).rows;
}

test('the schema has exactly the tables of the migrations', async () => {
  const rows = await ask<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const made = rows.map(({ name }) => name).filter((name) => name !== 'migrations');
  expect(tables.map(getTableName).toSorted()).toEqual(made.toSorted());
});

test.each(tables.map((table) => [getTableName(table), table] as const))(
  '%s has the columns of the schema',
  async (name, table) => {
    const rows = await ask<{ name: string; type: string; required: boolean; hasDefault: boolean }>(
      `select column_name as name, data_type as type, is_nullable = 'NO' as required, column_default is not null as "hasDefault"
     from information_schema.columns where table_schema = 'public' and table_name = '${name}' order by column_name`,
    );
    const declared = getTableConfig(table).columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull,
      hasDefault: column.hasDefault,
    }));
    expect(declared.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(rows);
  },
);

test.each(tables.map((table) => [getTableName(table), table] as const))(
  '%s has the keys and indexes of the schema',
  async (name, table) => {
    const rows = await ask<{ columns: string; unique: boolean }>(
      `select string_agg(attribute.attname, ',' order by position.ordinality) as columns, index.indisunique as unique
     from pg_index as index
     cross join unnest(index.indkey) with ordinality as position (attribute, ordinality)
     join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = position.attribute
     where index.indrelid = 'public.${name}'::regclass group by index.indexrelid, index.indisunique`,
    );
    const { columns, indexes, primaryKeys } = getTableConfig(table);
    const declared = [
      ...columns.filter((column) => column.primary || column.isUnique).map((column) => `${column.name} unique`),
      ...primaryKeys.map((key) => `${key.columns.map((column) => column.name).join(',')} unique`),
      ...indexes.map(({ config }) => {
        const names = config.columns.map((column) => ('name' in column ? column.name : '?'));
        return `${names.join(',')} ${config.unique ? 'unique' : 'plain'}`;
      }),
    ];
    expect(rows.map((row) => `${row.columns} ${row.unique ? 'unique' : 'plain'}`).toSorted()).toEqual(
      declared.toSorted(),
    );
  },
);

test('every id of another table is a foreign key', async () => {
  const rows = await ask<{ column: string }>(
    `select conrelid::regclass || '.' || attname as column from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any (conkey) where contype = 'f'`,
  );
  const referring = tables.flatMap((table) =>
    getTableConfig(table).columns.flatMap(({ name }) =>
      name.endsWith('_id') ? [`${getTableName(table)}.${name}`] : [],
    ),
  );
  const ofTheirOwn = new Set([
    'sessions.device_id',
    'call_targets.device_id',
    'call_pages.device_id',
    'call_messages.client_id',
    'call_pics.client_id',
    'call_deleted_pics.client_id',
    'room_messages.client_id',
    // Of messages and of snapshots.
    'call_keys.item_id',
    // The client's at its identity provider.
    'sign_on_connections.client_id',
    // The id in the customer's system.
    'contents.extl_id',
    // The log stays when the content is gone.
    'changes.content_id',
  ]);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(
    referring.filter((column) => !ofTheirOwn.has(column)).toSorted(),
  );
});
