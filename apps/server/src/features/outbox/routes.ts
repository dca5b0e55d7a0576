import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { contentPolicy } from '../../http/security-headers';
import { isFromThisMachine } from '../../http/this-machine';
import { mailPage } from './page';

const SHOWN = 50;

/** `/dev/mail`, where there is no SMTP: for whoever sits at this machine. Others do not learn that it exists. */
export function registerOutbox(app: FastifyInstance, { outbox, random }: Context): void {
  if (!outbox) return;
  app.get('/dev/mail', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new ApiError('notFound');
    const nonce = random.bytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy({ nonce }))
      .send(mailPage(outbox.recent().slice(0, SHOWN), nonce));
  });
}
