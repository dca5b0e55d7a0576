/** A span for each request, with its route instead of its URL, which may reveal people or contents. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context';
import type { Span } from '../host/trace';

/** Asked for all the time, by programs. */
const OPERATORS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** To be called before other hooks are declared: what they do belongs to the request. */
export function traceRequests(app: FastifyInstance, { trace }: Pick<Context, 'trace'>): void {
  if (!trace.isOn) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, routeOptions } = request;
    const { url: route = 'none' } = routeOptions;
    // A socket is open for hours.
    if (OPERATORS.has(route) || headers.upgrade !== undefined) return done();
    const span = trace.beginRequest(`${method} ${route}`, { 'http.request.method': method, 'http.route': route });
    spans.set(request, span);
    return span.run(done);
  });
  // The body is read in events of its connection, which do not belong to the request.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    return span ? span.run(done) : done();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    spans.get(request)?.end({
      isFailed: statusCode >= 500,
      attributes: { 'http.response.status_code': statusCode },
    });
  });
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end({ isFailed: true }));
}
