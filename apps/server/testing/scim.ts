/** A directory: sends requests to `/scim/v2` of a company. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { addCompany, addPerson } from './crowd';
import type { SignedInClient, TestServer } from './start-test-server';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface User {
  readonly id: string;
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName: string;
  readonly title?: string;
  readonly active: boolean;
  readonly name: Readonly<Record<string, string>>;
  readonly emails: readonly { readonly value: string }[];
  readonly roles: readonly { readonly value: string }[];
  readonly meta: Readonly<Record<'location' | 'version' | 'created' | 'lastModified', string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

export class Directory {
  readonly url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(new URL(`/scim/v2${path}`, this.url), {
      method,
      headers: {
        accept: 'application/scim+json',
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
  }

  async create(user: object): Promise<User> {
    const { status, json } = await this.ask('POST', '/Users', { schemas: [USER], ...user });
    if (status !== 201) throw new Error(`POST was answered with ${status}: ${JSON.stringify(json)}`);
    return json as User;
  }

  async patch(id: string, ...Operations: readonly object[]): Promise<User> {
    const { status, json } = await this.ask('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations });
    if (status !== 200) throw new Error(`PATCH was answered with ${status}: ${JSON.stringify(json)}`);
    return json as User;
  }

  async find(query: Record<string, string> = {}) {
    const { status, json } = await this.ask('GET', `/Users?${new URLSearchParams(query)}`);
    if (status !== 200) throw new Error(`GET was answered with ${status}: ${JSON.stringify(json)}`);
    return json as {
      readonly schemas: string[];
      readonly totalResults: number;
      readonly startIndex: number;
      readonly itemsPerPage: number;
      readonly Resources: readonly User[];
    };
  }
}

/** A company with an admin, and a directory that provides its people. */
export async function addDirectory(
  server: TestServer,
): Promise<{ admin: SignedInClient; directory: Directory; companyCode: string }> {
  // Short enough to sign in with.
  const companyCode = `PUMPS-${randomUUID().slice(0, 8)}`;
  await server.context.pool.query('update companies set code = $2 where code = $1', [
    await addCompany(server),
    companyCode,
  ]);
  const admin = await addPerson(server, { role: 'ADMIN', companyCode });
  const { token } = await admin.call(contracts.createToken, { name: 'Entra ID', scopes: ['people'], days: 365 });
  return { admin, directory: new Directory(server.url, token), companyCode };
}
