/** The three content types of request bodies. The size limit is the route's; Fastify enforces it while the body streams. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

type Entries = Iterable<readonly [string, unknown]>;

/** No call has nearly as many. Parsing the millions that fit into a file's body would block the event loop. */
const FIELDS_MAX = 400;

/** What is wrong with a body of JSON. */
const problemOf = (body: unknown): ApiError | null =>
  typeof body === 'object' && body !== null && Object.keys(body).length > FIELDS_MAX
    ? new ApiError('invalidInput', 'body')
    : null;

/** @throws ApiError `invalidInput` if a form has too many fields, or too many separators */
function requireFewFields(body: string | Buffer, separator: string): void {
  let count = 0;
  for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + separator.length)) {
    count += 1;
    if (count > FIELDS_MAX) throw new ApiError('invalidInput', 'body');
  }
}

/** A repeated field is a list. Files are not fields: calls take them as base64 text. */
function fieldsOf(entries: Entries): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    if (typeof value !== 'string') continue;
    const before = fields.get(name);
    if (Array.isArray(before)) before.push(value);
    else fields.set(name, before === undefined ? value : [before, value]);
  }
  return Object.fromEntries(fields);
}

export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, {});
    else void readJson(request, text as string, (error, body) => done(error ?? problemOf(body), body));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, text: string) => {
      requireFewFields(text, '&');
      return fieldsOf(new URLSearchParams(text));
    },
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const boundary = /boundary="?([^";]+)/i.exec(headers['content-type'])?.[1];
      if (boundary) requireFewFields(bytes, `--${boundary}`);
      try {
        return fieldsOf(await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData());
      } catch {
        throw new ApiError('invalidInput', 'body');
      }
    },
  );
}
