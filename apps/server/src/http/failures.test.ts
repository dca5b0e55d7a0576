import { Writable } from 'node:stream';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { answerFailure } from './failures';

test('a failure of the server answers 500 with the id of its log entry, and no stack', async () => {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino(
    {},
    new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }),
  );
  const app = fastify({ loggerInstance: log, genReqId: () => 'id-of-the-request' });
  app.setErrorHandler(answerFailure);
  app.get('/', () => {
    throw new Error('the reactor is on fire');
  });

  const answer = await app.inject({ url: '/', headers: { 'accept-language': 'it' } });

  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    result: { success: false, code: 500, message: 'Si è verificato un errore sul server (id-of-the-request)' },
    data: { error: 'internal' },
  });
  const logged = lines.find((line) => line.includes('the reactor is on fire'));
  expect(logged).toContain('"id":"id-of-the-request"');
});
