import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line per request, at `info`: with its route, not its URL, which may reveal people or contents. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line at its completion has everything.
  }

  override requestCompleted(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    reply.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  }

  override defaultErrorLog(): void {
    // The error handler has logged failures of the server.
  }
}
