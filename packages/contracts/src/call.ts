/** How a call is declared. The server's routes, the client's functions and the API reference are made from this. */
import * as z from 'zod/mini';
import { deviceId } from './device';
import { contentId, id } from './entities';
import type { ErrorName } from './error-codes';
import { fields } from './wire';

type ObjectSchema = z.core.$ZodObject;
type Schema = z.core.$ZodType;

/** Who may call: `bearer` wants an access token, `key` takes one or the API key, `open` takes anybody. */
export type Auth = 'bearer' | 'key' | 'open';

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
    | 'Calls'
    | 'Rooms'
    | 'Files'
    | 'Notifications'
    | 'Contents'
    | 'Leads'
    | 'Logs'
    | 'Statistics'
    | 'Settings';
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * `{name}` stands for a path parameter: a UUID, or a file name where it ends in `FileName`, or a device’s id, or a
   * content’s number.
   */
  readonly path: Path;
  /** The flag in the query that tells this call from others of the same path, e.g. `?profile`. */
  readonly flag?: string;
  readonly auth: Auth;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** `file`: the body may hold a file of MAX_FILE_BYTES. */
  readonly size: 'small' | 'file';
  /**
   * Whether guests may make it: they are refused all others. What it names in its path as `id` or `callId` is a call, and
   * must be theirs.
   */
  readonly guests: boolean;
  /** How often a minute one address may make it without a session, where that is not as of other calls. */
  readonly callsAMinute?: number;
  /** The answer carries an ETag: it may be kept, and is asked for again each time. */
  readonly revalidated?: boolean;
  /**
   * The answer may be sent compressed. Its length then tells a little of what is in it (BREACH): not for one that has something secret
   * beside what others choose.
   */
  readonly compressed?: boolean;
  /** A browser goes on sending it where the page is left meanwhile. */
  readonly outlivesPage?: boolean;
  /** The errors beyond those that every call has. */
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
      'flag' | 'auth' | 'size' | 'guests' | 'callsAMinute' | 'revalidated' | 'compressed' | 'outlivesPage' | 'errors'
    >
  >;

/** What is made when it is first asked for, and then kept. */
function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}

/** The schemas of a call are made when it is first used: an app that starts makes few calls. */
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

/** An object without fields is typed as one that takes none; beside other fields it must add nothing. */
type FieldsOf<Fields> = string extends keyof Fields ? unknown : Fields;

type Parameters<Path extends string> = { readonly [K in ParamName<Path>]: K extends 'contentId' ? number : string };

/** What one gives to a call: its path parameters, query and body fields in one object. */
export type CallInput<C> =
  C extends CallSpec<infer Path, infer Query, infer Body>
    ? Parameters<Path> & FieldsOf<z.input<Query>> & FieldsOf<z.input<Body>>
    : never;

/** What the server's handler gets: the same, checked, defaults filled in. */
export type CallArguments<C> =
  C extends CallSpec<infer Path, infer Query, infer Body>
    ? Parameters<Path> & FieldsOf<z.output<Query>> & FieldsOf<z.output<Body>>
    : never;

/** What a call answers with. */
export type CallData<C> = C extends CallSpec<string, ObjectSchema, ObjectSchema, infer Data> ? z.output<Data> : never;

/** The names of a path's parameters. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

const fileName = z.string().check(z.regex(/^[\w-]{1,80}\.[a-z0-9]{1,8}$/));
const made = new Map<string, z.core.$ZodObject>();

/** The schema of a path's parameters; of one path always the same, since making one costs more than using it. */
export function parametersOf(path: string): z.core.$ZodObject {
  const known = made.get(path);
  if (known) return known;
  const schemaOf = (name: string) => {
    if (name === 'deviceId') return deviceId;
    if (name === 'contentId') return contentId;
    return name.endsWith('FileName') ? fileName : id;
  };
  const names = pathParameters(path).map((name) => [name, schemaOf(name)] as const);
  const schema = fields(Object.fromEntries(names));
  made.set(path, schema);
  return schema;
}

/** The envelope of every answer. */
export const envelope = z.object({
  result: z.object({ success: z.boolean(), code: z.int(), message: z.string() }),
  data: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof envelope>;

/** `data` of an answer that failed. */
export const errorData = z.object({
  error: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
});
