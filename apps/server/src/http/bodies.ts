/** The three kinds of body that a call takes. The limit is the route's; Fastify refuses what is over it while it streams. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

type Entries = Iterable<readonly [string, unknown]>;

/** A field that comes several times is a list. Files are not fields: calls take them as base64 text. */
function fieldsOf(entries: Entries): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    if (typeof value !== 'string') continue;
    const before = fields.get(name);
    // A list grows in place: a body of nothing but one field's name, again and again, must not take for ever.
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
    else void readJson(request, text as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, text: string) => fieldsOf(new URLSearchParams(text)),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      try {
        return fieldsOf(await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData());
      } catch {
        throw new ApiError('invalidInput', 'body');
      }
    },
  );
}
