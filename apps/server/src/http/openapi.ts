/** The API reference, generated from the contract: OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
import * as contracts from '@earth/contracts';
import { type CallSpec, codeOf, type ErrorName, wireOf } from '@earth/contracts';
import * as z from 'zod';
import { contractCalls } from './contract-calls';
import { messageOf } from './error-words';

type Json = Readonly<Record<string, unknown>>;

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const componentUri = (id: string) => `#/components/schemas/${id}`;

/** Errors that every call may answer with. */
const common: readonly ErrorName[] = ['invalidInput', 'tooLarge', 'unsupportedType', 'internal', 'starting'];
/** Errors of calls with a body. */
const withBody: readonly ErrorName[] = ['tooMuchToday'];
const withFile: readonly ErrorName[] = ['tooManyUploads', 'diskFull', 'filesUnavailable'];
/** Tokens that are wrong, and calls that are not opened to a right one. */
const ofTokens: readonly ErrorName[] = ['apiTokenInvalid', 'tooManyTries', 'notAllowed'];
/** The last three are those of signatures. */
const ofSessions: readonly ErrorName[] = [
  'notSignedIn',
  'tokenExpired',
  'sessionEnded',
  'tooManyCalls',
  'badTimestamp',
  'signatureMissing',
  'signatureInvalid',
];
const byAuth: Readonly<Record<CallSpec['auth'], readonly ErrorName[]>> = {
  bearer: [...ofSessions, ...ofTokens],
  key: ['badApiKey', ...ofSessions, ...ofTokens],
  open: ['tooManyCalls'],
};

/** All errors of a call. */
const errorsOf = (call: CallSpec): readonly ErrorName[] => [
  ...common,
  ...byAuth[call.auth],
  ...(hasFields(call.body) ? withBody : []),
  ...(call.size === 'file' ? withFile : []),
  ...(call.callsAMinute === undefined ? [] : (['tooManyTries'] as const)),
  ...(call.auth !== 'open' && call.guests && contracts.pathParameters(call.path).length > 0
    ? (['notFound'] as const)
    : []),
  ...call.errors,
];

const isObjectSchema = (value: unknown): value is contracts.ObjectSchema =>
  typeof value === 'object' && value !== null && 'def' in value && 'shape' in value;

/** Names every schema: the contract's entities by their own names, bodies and responses after their call. */
function nameSchemas() {
  const names = z.registry<{ id: string }>();
  const name = (schema: z.core.$ZodType, id: string) => {
    if (!names.has(schema)) names.add(schema, { id });
  };
  for (const [key, value] of Object.entries<unknown>(contracts))
    if (isObjectSchema(value)) name(wireOf(value), capital(key));
  for (const call of contractCalls) {
    if (call.answer === 'envelope') name(wireOf(call.data), `${capital(call.name)}Data`);
    if (hasFields(call.body)) name(wireOf(call.body), `${capital(call.name)}Body`);
    if (hasFields(call.query)) name(wireOf(call.query), `${capital(call.name)}Query`);
  }
  return names;
}

/** Rewrites patterns for readers without Unicode classes, e.g. Python's. */
function makePortable({ jsonSchema: schema }: { readonly jsonSchema: { pattern?: string } }): void {
  if (schema.pattern !== undefined)
    schema.pattern = schema.pattern.replaceAll(String.raw`\p{Cc}`, String.raw`\u0000-\u001f\u007f-\u009f`);
}

const jsonSchema = { uri: componentUri, io: 'input', unrepresentable: 'any', override: makePortable } as const;

/** In reading order. */
const tags: readonly CallSpec['tag'][] = [
  'Session',
  'Contacts',
  'Companies',
  'Address book',
  'People',
  'Webhooks',
  'API tokens',
  'Calls',
  'Rooms',
  'Files',
  'Notifications',
  'Contents',
  'Leads',
  'Logs',
  'Statistics',
  'Server',
  'Settings',
];

/** Calls of one path and method, distinguished by flags. In OpenAPI they are one operation. */
type Group = readonly [CallSpec, ...CallSpec[]];

function groups(): readonly Group[] {
  const found = new Map<string, Group>();
  for (const call of contractCalls) {
    const address = `${call.path} ${call.method}`;
    const before = found.get(address);
    found.set(address, before ? [...before, call] : [call]);
  }
  const inOrder = [...found].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([, calls]) => calls);
}

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/** One of several schemas. */
function anyOf(schemas: readonly Json[]): Json {
  const byText = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  const [first = {}, ...more] = byText.values();
  return more.length === 0 ? first : { anyOf: [first, ...more] };
}

const hasFields = ({ shape }: contracts.ObjectSchema) => Object.keys(shape).length > 0;

/** @param info the product's name and the version of the server */
export function openApiDocument(info: { readonly title: string; readonly version: string }): Json {
  const names = nameSchemas();
  const { schemas } = z.toJSONSchema(names, jsonSchema);
  const components = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
  const refTo = (schema: z.core.$ZodType): Json => ({ $ref: componentUri(names.get(schema)?.id ?? '') });
  const paths: Record<string, Record<string, Json>> = {};
  for (const calls of groups()) {
    const [{ path, method }] = calls;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(calls, refTo, components) };
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
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token of a company, whose scopes include the one named here (`write` includes `read`)',
  },
  apiKey: header('X-Api-Key', 'The key of this build, from /config.json'),
  deviceId: header('X-Device-Id', 'An id that the device made for itself: 8 to 64 letters, digits, - or _'),
  timestamp: header('X-Timestamp', 'The time of the request in UTC, ISO 8601'),
} as const;

const securityByAuth: Readonly<Record<CallSpec['auth'], readonly Json[]>> = {
  bearer: [{ bearer: [] }],
  key: [{ apiKey: [], deviceId: [], timestamp: [] }, { bearer: [] }],
  open: [],
};

const securityByScope: Readonly<Record<contracts.TokenScope, Json>> = {
  read: { apiToken: ['read'] },
  write: { apiToken: ['write'] },
  leads: { apiToken: ['leads'] },
  people: { apiToken: ['people'] },
};

const securityOf = ({ auth, scope }: CallSpec): readonly Json[] =>
  scope ? [...securityByAuth[auth], securityByScope[scope]] : securityByAuth[auth];

type RefTo = (schema: z.core.$ZodType) => Json;

/** How a call differs from the others of its operation. */
const flagged = ({ flag, summary }: CallSpec) =>
  flag === undefined ? `Without a flag: ${summary}` : `\`?${flag}\`: ${summary}`;

function operation(calls: Group, refTo: RefTo, components: Readonly<Record<string, Json>>): Json {
  const [first] = calls;
  const isOne = calls.length === 1;
  return {
    operationId: calls.map(({ name }) => name).join('_'),
    tags: unique(calls.map(({ tag }) => tag)),
    summary: isOne ? first.summary : calls.map(({ name }) => name).join(', '),
    ...(!isOne && { description: calls.map(flagged).join('\n\n') }),
    security: unique(calls.flatMap(securityOf)),
    parameters: parametersOf(calls, components),
    ...bodyOf(calls, refTo),
    responses: responsesOf(calls, refTo),
  };
}

function bodyOf(calls: Group, refTo: RefTo): Json {
  const taking = calls.filter((call) => hasFields(call.body));
  if (taking.length === 0) return {};
  const content = { schema: anyOf(taking.map((call) => refTo(wireOf(call.body)))) };
  return {
    requestBody: {
      required: taking.length === calls.length,
      content: {
        'multipart/form-data': content,
        'application/x-www-form-urlencoded': content,
        'application/json': content,
      },
    },
  };
}

function responsesOf(calls: Group, refTo: RefTo): Json {
  const result = refTo(wireOf(contracts.envelope));
  const answer = (data: Json, description: string) => ({
    description,
    content: { 'application/json': { schema: { allOf: [result], properties: { data } } } },
  });
  const failures = unique([
    ...calls.flatMap(errorsOf),
    ...(calls.every(({ flag }) => flag) ? (['unknownFlag'] as const) : []),
  ]);
  const codes = unique(failures.map(codeOf)).toSorted((one, other) => one - other);
  const responses = codes.map((code) => {
    const words = failures
      .filter((name) => codeOf(name) === code)
      .map((name) => `${messageOf(name, 'en', '…')} (\`${name}\`)`);
    return [String(code), answer(refTo(wireOf(contracts.errorData)), words.join('; '))] as const;
  });
  return Object.fromEntries([['200', doneOf(calls, refTo, answer)], ...rangesOf(calls), ...responses]);
}

const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;
const hasBytes = (calls: Group) => calls.some(({ answer }) => answer === 'bytes');

/** The successful response: an envelope, or bytes, or either by the flag. */
function doneOf(calls: Group, refTo: RefTo, answer: (data: Json, description: string) => { content: Json }): Json {
  const enveloped = calls.filter((call) => call.answer === 'envelope');
  if (enveloped.length === 0) return { description: 'Done', content: binary };
  const done = answer(anyOf(enveloped.map((call) => refTo(wireOf(call.data)))), 'Done');
  return hasBytes(calls) ? { ...done, content: { ...done.content, ...binary } } : done;
}

/** Responses to `Range`. */
const rangesOf = (calls: Group): (readonly [string, Json])[] =>
  hasBytes(calls)
    ? [
        ['206', { description: 'The requested part', content: binary }],
        ['416', { description: 'The requested part isn’t in the file' }],
      ]
    : [];

function parametersOf(calls: Group, components: Readonly<Record<string, Json>>): Json[] {
  const [{ path }] = calls;
  const { properties = {} } = z.toJSONSchema(wireOf(contracts.parametersOf(path)), jsonSchema);
  const inPath = Object.entries(properties).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));
  const queries = calls.map(({ name }) => components[`${capital(name)}Query`]);
  const fields = queries.flatMap((query) =>
    Object.entries((query?.properties ?? {}) as Readonly<Record<string, Json>>),
  );
  const isRequired = (name: string) => queries.every((query) => ((query?.required ?? []) as string[]).includes(name));
  const names = unique(fields.map(([name]) => name));
  const inQuery = names.map((name) => ({
    name,
    in: 'query',
    required: isRequired(name) || calls.every(({ flag }) => flag === name),
    schema: anyOf(fields.filter(([field]) => field === name).map(([, schema]) => schema)),
  }));
  const flags = unique(calls.flatMap(({ flag }) => flag ?? [])).filter((flag) => !names.includes(flag));
  const asFlags = flags.map((name) => ({
    name,
    in: 'query',
    description: 'A flag: it is there or not, without a value',
    required: calls.every(({ flag }) => flag === name),
    allowEmptyValue: true,
    schema: { type: 'string', enum: [''] },
  }));
  return [...inPath, ...asFlags, ...inQuery];
}
