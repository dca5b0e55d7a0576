/**
 * Minimal server for lists of contents: HTTP, the driver, and one statement per question over one wide table. A separate process
 * (`fork.ts` starts it); DATABASE_URL names the database.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { CONNECTIONS } from './connections';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS });
const ROW =
  'id, title, descr, date, image_url, video_url, web_url, phone, email, lat, long, ctn_type, ctn_view, c1, c2, c3, public, locale';
const ORDER = 'order by date desc, id limit 10';

/**
 * Ten contents with these conditions, and their total.
 * @param name of a prepared statement; a search has none
 */
async function page(conditions: string, values: readonly unknown[], at: { offset: number; name?: string }) {
  const named = (what: string) => (at.name === undefined ? {} : { name: `${what} ${at.name}` });
  const text = `select ${ROW} from contents where public and ${conditions} ${ORDER} offset $${values.length + 1}`;
  const [rows, count] = await Promise.all([
    pool.query({ text, values: [...values, at.offset], ...named('rows') }),
    pool.query<{ total: number }>({
      text: `select count(*)::int as total from contents where public and ${conditions}`,
      values: [...values],
      ...named('count'),
    }),
  ]);
  return { data: rows.rows, total: count.rows[0]?.total ?? 0 };
}

/** The nearest within a chord of the unit sphere. */
async function near(lat: number, long: number, chord: number) {
  const { rows } = await pool.query<{ total: number }>({
    text: `select ${ROW}, count(*) over ()::int as total from contents
      where public and globe(lat, long) <@ cube_enlarge(globe($1, $2), $3, 3) and cube_distance(globe(lat, long), globe($1, $2)) <= $3
      order by cube_distance(globe(lat, long), globe($1, $2)), date desc, id limit 10`,
    values: [lat, long, chord],
  });
  return { data: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

function answer(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://bare');
  const number = (name: string) => Number(searchParams.get(name));
  const offset = (number('page') - 1) * 10;
  switch (pathname) {
    case '/list':
      return searchParams.has('v')
        ? page('ctn_view = $1', [number('v')], { offset, name: 'view' })
        : page('true', [], { offset, name: 'all' });
    case '/search':
      return page('lower(title) like $1', [`%${searchParams.get('query')?.toLowerCase()}%`], { offset });
    default:
      return near(number('lat'), number('long'), number('chord'));
  }
}

const server = createServer((request, response) => {
  answer(request.url ?? '').then(
    (found) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.keepAliveTimeout = 0;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
process.once('disconnect', () => process.exit());
