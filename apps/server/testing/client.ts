/** A device of a person: sends requests the way the web app does. */
import {
  type CallData,
  type CallInput,
  type CallSpec,
  codeOf,
  decode,
  type ErrorName,
  type Envelope,
  envelope,
  formFields,
  errorData,
  type Login,
  type OwnKeys,
  pathParameters,
  toFormText,
} from '@earth/contracts';
import { importPrivateKeys } from '@earth/crypto';
import { expect } from 'vitest';
import { TestSocket } from './socket';

/** The server refused a call. */
class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number;
  readonly error: string | undefined;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ result, data }: Envelope) {
    super(result.message);
    const details = errorData.safeParse(data).data;
    this.code = result.code;
    this.error = details?.error;
    this.fields = details?.fields ?? {};
  }
}

/** The error of a refused call: for `toEqual` and `rejects`. */
export const refusal = (error: ErrorName) => expect.objectContaining({ error, code: codeOf(error) });

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined if it is none. */
  readonly json: unknown;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

export interface ClientOptions {
  readonly url: string;
  readonly deviceId: string;
  /** The headers that identify the client. */
  readonly headers: () => Record<string, string>;
}

export class TestClient {
  readonly url: string;
  readonly deviceId: string;
  readonly #headers: () => Record<string, string>;

  constructor({ url, deviceId, headers }: ClientOptions) {
    this.url = url;
    this.deviceId = deviceId;
    this.#headers = headers;
  }

  /** Makes a call of the contract: resolves with the data of the response, rejects with a CallError. */
  async call<C extends CallSpec>(
    spec: C,
    input: CallInput<C>,
    headers: Record<string, string> = {},
  ): Promise<CallData<C>> {
    const given: Readonly<Record<string, unknown>> = { ...input };
    const path = pathParameters(spec.path).reduce(
      (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(String(given[name]))),
      spec.path,
    );
    const query = new URLSearchParams(textOf(formFields(spec.query, given as never)));
    if (spec.flag && !query.has(spec.flag)) query.set(spec.flag, '');
    const fields = textOf(formFields(spec.body, given as never));
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    const hasBody = spec.method !== 'GET' && fields.length > 0;
    const answer = await this.raw(query.size > 0 ? `${path}?${query}` : path, {
      method: spec.method,
      headers,
      ...(hasBody && { body }),
    });
    const parsed = envelope.parse(answer.json);
    if (!parsed.result.success) throw new CallError(parsed);
    const data = decode(spec.data, parsed.data);
    if (!data.success) throw new Error(`${spec.name} broke the contract: ${JSON.stringify(data.issues)}`);
    return data.data as CallData<C>;
  }

  /** Any request, with the headers that identify the client. */
  async raw(path: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawAnswer> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: { ...this.#headers(), ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  }
}

/**
 * The private key as the server returns it; empty if it is in a vault, which the server cannot open, or must be put into one first.
 */
export const privateKeyIn = (keys: OwnKeys | { readonly mustProtectKeys: true }): string =>
  'privateKey' in keys ? keys.privateKey : '';

/** A signed-in device. */
export class SignedInClient extends TestClient {
  readonly contactId: string;
  readonly privateKey: string;
  token: string;
  refreshToken: string;

  constructor(
    options: Omit<ClientOptions, 'headers'> & {
      readonly contactId: string;
      readonly privateKey: string;
      readonly token: string;
      readonly refreshToken: string;
    },
  ) {
    super({ ...options, headers: () => ({ authorization: `Bearer ${this.token}` }) });
    this.contactId = options.contactId;
    this.privateKey = options.privateKey;
    this.token = options.token;
    this.refreshToken = options.refreshToken;
  }

  /** The same device, connected to another server. */
  at(url: string): SignedInClient {
    const { contactId, deviceId, privateKey, refreshToken, token } = this;
    return new SignedInClient({ url, deviceId, contactId, privateKey, token, refreshToken });
  }

  /** A device that has just been signed in. */
  static of({ url, deviceId }: TestClient, contactId: string, { token, ...keys }: Login): SignedInClient {
    const { refreshToken } = token;
    const privateKey = privateKeyIn(keys);
    return new SignedInClient({ url, deviceId, contactId, privateKey, token: token.token, refreshToken });
  }

  /** Opens `/realtime` and resolves once it is authenticated. */
  socket(): Promise<TestSocket> {
    return TestSocket.open(this.url, this.token);
  }

  /** The recipient that opens what is sealed for this person. */
  async reader() {
    return { uniqueId: this.contactId, keys: await importPrivateKeys(this.privateKey) };
  }
}

/** Form fields are text. */
const textOf = (fields: ReturnType<typeof formFields>): [string, string][] =>
  fields.flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, toFormText(value)]]));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
