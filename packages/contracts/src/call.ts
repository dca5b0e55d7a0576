/** Declaration of an API call. The server's routes, the client's functions and the API reference are made from it. */
import * as z from 'zod/mini';
import { deviceId } from './device';
import { contentId, id, modelCode } from './entities';
import type { ErrorName } from './error-codes';
import { fields, type ObjectSchema } from './wire';

type Schema = z.core.$ZodType;

/** Authentication: `bearer` needs an access token, `key` a token or the API key, `open` nothing. */
export type Auth = 'bearer' | 'key' | 'open';

/**
 * What an API token of a company is for: `read` contents with drafts, menu and scenes; `write` them as an editor does, and read them; read
 * `leads`; change `people` from a directory, by SCIM only.
 */
export const tokenScopes = ['read', 'write', 'leads', 'people'] as const;
export type TokenScope = (typeof tokenScopes)[number];

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

export interface CallSpec<
  Path extends string = string,
  Query extends ObjectSchema = ObjectSchema,
  Body extends ObjectSchema = ObjectSchema,
  Data extends Schema = Schema,
> {
  readonly name: string;
  readonly tag:
    | 'Session'
    | 'Contacts'
    | 'Companies'
    | 'Address book'
    | 'People'
    | 'Calls'
    | 'Rooms'
    | 'Files'
    | 'Notifications'
    | 'Contents'
    | 'Leads'
    | 'Logs'
    | 'Statistics'
    | 'Server'
    | 'Settings'
    | 'Webhooks'
    | 'API tokens';
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` is a path parameter: a UUID, a file name if it ends in `FileName`, a device id, a hash, the code of a catalogue, or the number of a content, brand or skin. */
  readonly path: Path;
  /** Query flag that distinguishes this call from others with the same path, e.g. `?profile`. */
  readonly flag?: string;
  readonly auth: Auth;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** `file`: the body may carry a file of up to MAX_FILE_BYTES. */
  readonly size: 'small' | 'file';
  /** `bytes`: the answer is a file (`data` is its bytes), without an envelope. Parts of it can be requested by `Range`. */
  readonly answer: 'envelope' | 'bytes';
  /** Whether guests may make this call; they are refused all others. `id` or `callId` in its path must be the guest's own call. */
  readonly guests: boolean;
  /** API tokens with this scope may make this call; they are refused all others. */
  readonly scope?: TokenScope;
  /** Limit per minute for one network address without a session, if it differs from the default. */
  readonly callsAMinute?: number;
  /** The answer carries an ETag: clients may cache it and revalidate it each time. */
  readonly revalidated?: boolean;
  /**
   * The answer may be compressed. Its length then reveals a little of its content (BREACH), so never compress an answer that mixes a
   * secret with text that others choose.
   */
  readonly compressed?: boolean;
  /** The browser goes on sending this request if the page is closed meanwhile. */
  readonly outlivesPage?: boolean;
  /**
   * The mobile app sends it at once, without its signature, because the page may be gone before it is signed; the server accepts it so. Only
   * for what is of no use to somebody with a copied token.
   */
  readonly unsigned?: boolean;
  /** Errors besides those that every call can have. */
  readonly errors: readonly ErrorName[];
}

const nothing = fields({});
type Nothing = typeof nothing;

type Declared<Path extends string, Query extends ObjectSchema, Body extends ObjectSchema, Data extends Schema> = Pick<
  CallSpec<Path, Query, Body, Data>,
  'name' | 'tag' | 'summary' | 'method' | 'path'
> & {
  readonly query?: () => Query;
  readonly body?: () => Body;
  readonly data: () => Data;
} & Partial<
    Pick<
      CallSpec<Path, Query, Body, Data>,
      | 'flag'
      | 'auth'
      | 'size'
      | 'answer'
      | 'guests'
      | 'scope'
      | 'callsAMinute'
      | 'revalidated'
      | 'compressed'
      | 'outlivesPage'
      | 'unsigned'
      | 'errors'
    >
  >;

/** Lazy value: computed on first use, then cached. */
function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}

/** Schemas are built on first use, because an app makes few calls at its start. */
export function defineCall<
  const Path extends string,
  Data extends Schema,
  Query extends ObjectSchema = Nothing,
  Body extends ObjectSchema = Nothing,
>({ query, body, data, ...declared }: Declared<Path, Query, Body, Data>): CallSpec<Path, Query, Body, Data> {
  const readQuery = once(query ?? (() => nothing as unknown as Query));
  const readBody = once(body ?? (() => nothing as unknown as Body));
  const readData = once(data);
  return {
    auth: 'bearer',
    size: 'small',
    answer: 'envelope',
    guests: false,
    errors: [],
    ...declared,
    get query() {
      return readQuery();
    },
    get body() {
      return readBody();
    },
    get data() {
      return readData();
    },
  };
}

/** An object without fields takes no input; combined with other fields it must add nothing. */
type FieldsOf<Fields> = string extends keyof Fields ? unknown : Fields;

/** Parameters that are numbers. */
const NUMBERED = ['contentId', 'brandId', 'skinId'] as const;

type Parameters<Path extends string> = {
  readonly [K in ParamName<Path>]: K extends (typeof NUMBERED)[number] ? number : string;
};

/** Input of a call: path parameters, query and body fields in one object. */
export type CallInput<C> =
  C extends CallSpec<infer Path, infer Query, infer Body>
    ? Parameters<Path> & FieldsOf<z.input<Query>> & FieldsOf<z.input<Body>>
    : never;

/** Input as the server's handler gets it: validated, with defaults. */
export type CallArguments<C> =
  C extends CallSpec<infer Path, infer Query, infer Body>
    ? Parameters<Path> & FieldsOf<z.output<Query>> & FieldsOf<z.output<Body>>
    : never;

/** The data that a call answers with. */
export type CallData<C> = C extends CallSpec<string, ObjectSchema, ObjectSchema, infer Data> ? z.output<Data> : never;

/** Names of the parameters in a path. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** A hash, as hexadecimal digits. */
const digest = z.string().check(z.regex(/^[\da-f]{32}$/));
const fileName = z.string().check(z.regex(/^[\w-]{1,80}\.[a-z0-9]{1,8}$/));
const made = new Map<string, ObjectSchema>();

/** Schema of the parameters of a path, cached because building it costs more than using it. */
export function parametersOf(path: string): ObjectSchema {
  const known = made.get(path);
  if (known) return known;
  const schemaOf = (name: string) => {
    if (name === 'deviceId') return deviceId;
    if (NUMBERED.some((one) => one === name)) return contentId;
    if (name === 'digest') return digest;
    if (name === 'modelcode') return modelCode;
    return name.endsWith('FileName') ? fileName : id;
  };
  const names = pathParameters(path).map((name) => [name, schemaOf(name)] as const);
  const schema = fields(Object.fromEntries(names));
  made.set(path, schema);
  return schema;
}

/** Envelope of every answer. */
export const envelope = z.object({
  result: z.object({ success: z.boolean(), code: z.int(), message: z.string() }),
  data: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof envelope>;

/** `data` of a failed answer. */
export const errorData = z.object({
  error: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** For `badTimestamp`: the server's time, so that a client can go by it. */
  now: z.optional(z.string()),
});
