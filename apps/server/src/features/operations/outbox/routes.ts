import type { FastifyInstance } from 'fastify';
import { isLocalHost } from '../../../config/local';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { contentPolicy } from '../../../http/security-headers';
import { mailPage } from './page';

const SHOWN = 50;

/** `/dev/mail`: the mails of a server without SMTP that serves this machine alone. Elsewhere the page does not exist. */
export function registerOutbox(app: FastifyInstance, { outbox, random, settings }: Context): void {
  if (!outbox || !settings.isMailPageOpen) return;
  app.get('/dev/mail', async (request, reply) => {
    // DNS rebinding: another site's name may resolve to this machine, which the Host reveals.
    if (!isLocalHost(request.hostname)) throw new ApiError('notFound');
    const nonce = random.bytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy({ nonce }))
      .send(mailPage(outbox.recent().slice(0, SHOWN), nonce));
  });
}
