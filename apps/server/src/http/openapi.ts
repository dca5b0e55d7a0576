/** The API reference, made from the contract: OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
import * as contracts from '@earth/contracts';
import { type CallSpec, codeOf, type ErrorName, messageOf, wireOf } from '@earth/contracts';
import * as z from 'zod';
import { contractCalls } from './contract-calls';

type Json = Readonly<Record<string, unknown>>;

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const componentUri = (id: string) => `#/components/schemas/${id}`;

/** Errors that every call may answer with. */
const common: readonly ErrorName[] = ['invalidInput', 'tooLarge', 'unsupportedType', 'internal', 'starting'];
const byAuth: Readonly<Record<CallSpec['auth'], readonly ErrorName[]>> = {
  bearer: ['notSignedIn', 'tokenExpired', 'sessionEnded'],
  key: ['badApiKey', 'badTimestamp', 'notSignedIn', 'tokenExpired', 'sessionEnded', 'tooManyTries'],
  open: [],
};

const isObjectSchema = (value: unknown): value is z.core.$ZodObject =>
  typeof value === 'object' && value !== null && '_zod' in value && 'shape' in value;

/** Names every schema that travels: the contract's entities by their own names, bodies and answers by their call's. */
function nameSchemas() {
  const names = z.registry<{ id: string }>();
  const name = (schema: z.core.$ZodType, id: string) => {
    if (!names.has(schema)) names.add(schema, { id });
  };
  for (const [key, value] of Object.entries<unknown>(contracts))
    if (isObjectSchema(value)) name(wireOf(value), capital(key));
  for (const call of contractCalls) {
    name(wireOf(call.data), `${capital(call.name)}Data`);
    if (hasFields(call.body)) name(wireOf(call.body), `${capital(call.name)}Body`);
    if (hasFields(call.query)) name(wireOf(call.query), `${capital(call.name)}Query`);
  }
  return names;
}

/** In the order in which one meets them. */
const tags: readonly CallSpec['tag'][] = [
  'Session',
  'Contacts',
  'Companies',
  'Address book',
  'Calls',
  'Rooms',
  'Files',
  'Notifications',
  'Contents',
  'Leads',
  'Logs',
  'Statistics',
  'Settings',
];

const addressOf = ({ path, flag = '', method }: CallSpec) => `${path}?${flag} ${method}`;
const byAddress = (one: CallSpec, other: CallSpec) => (addressOf(one) < addressOf(other) ? -1 : 1);

const hasFields = (schema: z.core.$ZodObject) => Object.keys(schema._zod.def.shape).length > 0;

/** @param info the product's name and the version of the server */
export function openApiDocument(info: { readonly title: string; readonly version: string }): Json {
  const names = nameSchemas();
  const { schemas } = z.toJSONSchema(names, { uri: componentUri, io: 'input', unrepresentable: 'any' });
  const components = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
  const refTo = (schema: z.core.$ZodType): Json => ({ $ref: componentUri(names.get(schema)?.id ?? '') });
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of contractCalls.toSorted(byAddress)) {
    // A flag is a part of the address: it alone tells some calls apart.
    const path = call.flag ? `${call.path}?${call.flag}` : call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, refTo, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      description: 'Made from the contract that the server’s routes and the web app’s calls are made from.',
    },
    tags: tags.filter((tag) => contractCalls.some((call) => call.tag === tag)).map((name) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes },
  };
}

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session' },
  apiKey: header('X-Api-Key', 'The key of this build, from /config.json'),
  deviceId: header('X-Device-Id', 'An id that the device made for itself: 8 to 64 letters, digits, - or _'),
  timestamp: header('X-Timestamp', 'The time of the request in UTC, ISO 8601'),
} as const;

const security: Readonly<Record<CallSpec['auth'], readonly Json[]>> = {
  bearer: [{ bearer: [] }],
  key: [{ apiKey: [], deviceId: [], timestamp: [] }, { bearer: [] }],
  open: [],
};

function operation(
  call: CallSpec,
  refTo: (schema: z.core.$ZodType) => Json,
  components: Readonly<Record<string, Json>>,
): Json {
  const result = refTo(wireOf(contracts.envelope));
  const answer = (data: Json, description: string) => ({
    description,
    content: { 'application/json': { schema: { allOf: [result], properties: { data } } } },
  });
  const failures = [...common, ...byAuth[call.auth], ...call.errors];
  const codes = [...new Set(failures.map(codeOf))].toSorted((one, other) => one - other);
  const responses = codes.map((code) => {
    const words = failures
      .filter((name) => codeOf(name) === code)
      .map((name) => `${messageOf(name, 'en', '…')} (\`${name}\`)`);
    return [String(code), answer(refTo(wireOf(contracts.errorData)), words.join('; '))] as const;
  });
  const content = hasFields(call.body) && { schema: refTo(wireOf(call.body)) };
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    security: security[call.auth],
    parameters: parametersOf(call, components),
    ...(content && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': content,
          'application/x-www-form-urlencoded': content,
          'application/json': content,
        },
      },
    }),
    responses: Object.fromEntries([['200', answer(refTo(wireOf(call.data)), 'Done')], ...responses]),
  };
}

function parametersOf(call: CallSpec, components: Readonly<Record<string, Json>>): Json[] {
  const inPath = contracts
    .pathParameters(call.path)
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const query = components[`${capital(call.name)}Query`];
  const properties = (query?.properties ?? {}) as Json;
  const required = (query?.required ?? []) as readonly string[];
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}
