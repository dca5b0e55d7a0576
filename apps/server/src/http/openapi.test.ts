import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startTestServer, type TestServer } from '../../testing/start-test-server';
import { contractCalls } from './contract-calls';
import { messageOf } from './error-words';
import { openApiDocument } from './openapi';

const schema = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });
const operation = z.looseObject({ operationId: z.string(), responses: z.record(z.string(), z.unknown()) });
const openApi = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

const document = openApi.parse(openApiDocument({ title: 'Earth', version: '1' }));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('describes every call of the contract once', () => {
  const described = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId.split('_')),
  );
  expect(described.toSorted()).toEqual(contractCalls.map(({ name }) => name).toSorted());
});

test('a flag is a parameter, and no part of a path', () => {
  expect(Object.keys(document.paths).filter((path) => path.includes('?'))).toEqual([]);
  const flag = { in: 'query', allowEmptyValue: true, schema: { type: 'string', enum: [''] } };
  expect(document.paths['/services/auth']?.post?.parameters).toContainEqual(
    expect.objectContaining({ ...flag, name: 'checkEmail', required: false }),
  );
  expect(document.paths['/services/auth']?.post?.description).toContain(
    '`?confirmCode`: Sends a sign-in code by e-mail',
  );
});

test('no parameter of a call is there twice', () => {
  const twice = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ parameters }) => {
      const names = (parameters as { name: string }[]).map(({ name }) => name);
      return new Set(names).size === names.length ? [] : [path];
    }),
  );
  expect(twice).toEqual([]);
});

test('every reference can be resolved', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(100);
  const known = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`));
  expect(references.filter((reference) => !known.has(reference))).toEqual([]);
});

test('the calls that are open to API tokens name their scope', () => {
  const securityOf = (path: string, method: 'get' | 'post') => document.paths[path]?.[method]?.security;
  expect(securityOf('/services/leads', 'get')).toEqual([{ bearer: [] }, { apiToken: ['leads'] }]);
  expect(securityOf('/api/infocontents', 'get')).toEqual([
    { apiKey: [], deviceId: [], timestamp: [] },
    { bearer: [] },
    { apiToken: ['read'] },
  ]);
  expect(securityOf('/api/back-office/tokens', 'post')).toEqual([{ bearer: [] }]);
});

test('fields have their names on the wire', () => {
  expect(document.components.schemas.Call?.properties).toHaveProperty('IsIstantCall');
  expect(document.components.schemas.CreateCallBody?.properties).toHaveProperty('cryptoschema');
});

test('the errors of a call are among its responses', () => {
  const responses = document.paths['/services/calls/{id}/participants']?.post?.responses ?? {};
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '410',
    '413',
    '415',
    '429',
    '500',
    '503',
  ]);
  expect(JSON.stringify(responses['410'])).toContain(messageOf('callClosed', 'en'));
});

test('serves the reader with its files, beside the document', async () => {
  const page = await server.visitor().raw('/docs/');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  // The content policy allows no inline script: there must be none.
  expect(page.text).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/);
  for (const [, file] of page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
    expect((await server.visitor().raw(`/docs/${file}`)).status).toBe(200);
  const { json } = await server.visitor().raw('/docs/json');
  expect(json).toMatchObject({ openapi: '3.1.0', info: { title: 'Earth' } });
});
