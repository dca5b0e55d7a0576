/** `/docs`: the API reference as a page, and `/docs/json` for machines. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi';

export async function serveDocs(app: FastifyInstance, title: string): Promise<void> {
  const document = openApiDocument({ title, version: '1' }) as unknown as StaticDocumentSpec['document'];
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // No external validator: it would be sent this server's API.
    uiConfig: { validatorUrl: null, docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
  });
}
