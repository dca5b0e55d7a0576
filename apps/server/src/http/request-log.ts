import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line a request, at `info`: its route and not its URL, which may say whom or what it is about. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line of its completion says it all.
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
    // The error handler has logged what is our fault.
  }
}
