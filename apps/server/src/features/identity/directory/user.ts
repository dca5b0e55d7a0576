/** Users of SCIM (RFC 7643, 4.1): what of them is kept, how it is read and shown. */
import { createHash } from 'node:crypto';
import { email as emailSchema, isBlank, JOB_TITLE_MAX, personName, type RoleCode } from '@earth/contracts';
import { refused } from './scim-error';
import type { DirectoryNames, UserRecord } from './store';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const TEXT_MAX = 254;

/** What a directory says of a person, as far as it is kept. `role` null: it says nothing of it. */
export interface ScimUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly names: DirectoryNames;
  readonly title: string | null;
  readonly email: string;
  readonly role: RoleCode | null;
  readonly isActive: boolean;
}

export type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Attribute names have no case (RFC 7643, 2.1). Own properties only, so no name reaches a prototype. */
export const attributesOf = (body: Json): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));

/** A text, or null if it is removed or empty. @throws ScimError `invalidValue` */
export function textOf(attribute: string, value: unknown, max = TEXT_MAX): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw refused('invalidValue', `${attribute} must be a text.`);
  const text = value.trim();
  if (text.length > max || /[\p{Cc}\u2028\u2029]/u.test(text) || /\p{Cs}/u.test(text))
    throw refused('invalidValue', `${attribute} must be one line of at most ${max} characters.`);
  return text === '' || isBlank(text) ? null : text;
}

/** @throws ScimError `invalidValue` */
export function userNameOf(value: unknown): string {
  const text = textOf('userName', value);
  if (text === null) throw refused('invalidValue', 'userName is required.');
  return text;
}

/** Entra ID sends «True» and «False». @throws ScimError `invalidValue` */
export function activeOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw refused('invalidValue', 'active must be true or false.');
}

/** @throws ScimError `invalidValue` */
export function emailOf(value: unknown): string {
  const address = emailSchema.safeParse(value);
  if (!address.success) throw refused('invalidValue', 'The e-mail address is invalid.');
  return address.data;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [value]);
const isPrimary = (item: unknown) =>
  isObject(item) && [true, 'true', 'True'].includes(attributesOf(item).get('primary') as never);
const isOfWork = (item: unknown) => isObject(item) && attributesOf(item).get('type') === 'work';
const hasNoType = (item: unknown) => !isObject(item) || !attributesOf(item).has('type');
const valueOf = (item: unknown): unknown => (isObject(item) ? attributesOf(item).get('value') : item);

/**
 * Of several addresses one is kept: the primary one, that of work, or the first.
 * @param isAdded to the one that is kept already, which an address of another type does not replace
 * @returns null: there is none
 */
export function emailIn(value: unknown, isAdded = false): string | null {
  const items = asList(value).filter((item) => item !== null && item !== undefined);
  const chosen = items.find(isPrimary) ?? items.find(isOfWork) ?? items.find((item) => !isAdded || hasNoType(item));
  return chosen === undefined ? null : emailOf(valueOf(chosen));
}

const ROLES = new Map<string, RoleCode>([
  ['ADMIN', 'ADMIN'],
  ['OPERATOR', 'OPERATOR'],
  ['ASSISTED', 'ASSISTED'],
]);

/** A role by its code. Entra ID may send one as the text of a JSON object. @throws ScimError `invalidValue` */
export function roleOf(value: unknown): RoleCode {
  const text = typeof value === 'string' ? value.trim() : '';
  const inside = text.startsWith('{') ? valueOf(parsed(text)) : text;
  const role = typeof inside === 'string' ? ROLES.get(inside.trim().toUpperCase()) : undefined;
  if (!role) throw refused('invalidValue', 'A role is one of ADMIN, OPERATOR and ASSISTED.');
  return role;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The primary role, or the first. @returns null: there is none */
export function roleIn(value: unknown): RoleCode | null {
  const items = asList(value).filter((item) => item !== null && item !== undefined);
  const chosen = items.find(isPrimary) ?? items[0];
  return chosen === undefined ? null : roleOf(valueOf(chosen));
}

const NAME_PARTS = ['formatted', 'givenName', 'familyName'] as const;

/** The parts of `name` that are given. @throws ScimError `invalidValue` */
export function namesIn(value: unknown): DirectoryNames {
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw refused('invalidValue', 'name must be an object.');
  const given = attributesOf(value);
  return Object.fromEntries(
    NAME_PARTS.flatMap((part) => {
      const key = part.toLowerCase();
      return given.has(key) ? [[part, textOf(`name.${part}`, given.get(key)) ?? undefined]] : [];
    }),
  );
}

/** A user as a whole: of POST, and of PUT, which leaves what `before` has if it is required and absent. @throws ScimError */
export function readUser(body: unknown, before?: ScimUser): ScimUser {
  if (!isObject(body)) throw refused('invalidSyntax', 'The body must be a user.');
  const given = attributesOf(body);
  if (!asList(given.get('schemas')).includes(USER_SCHEMA))
    throw refused('invalidSyntax', `schemas must have ${USER_SCHEMA}.`);
  const userName = userNameOf(given.get('username'));
  const displayName = textOf('displayName', given.get('displayname'));
  return {
    userName,
    externalId: textOf('externalId', given.get('externalid')),
    names: { ...namesIn(given.get('name')), ...(displayName !== null && { displayName }) },
    title: textOf('title', given.get('title'), JOB_TITLE_MAX),
    email: emailIn(given.get('emails')) ?? before?.email ?? addressIn(userName) ?? emailOf(undefined),
    role: given.has('roles') ? roleIn(given.get('roles')) : null,
    isActive: given.has('active') ? activeOf(given.get('active')) : (before?.isActive ?? true),
  };
}

/** A user of POST whom the company knows already: what the body does not have keeps its value. @throws ScimError */
export function adoptedUser(body: unknown, before: ScimUser): ScimUser {
  const user = readUser(body);
  const given = attributesOf(body as Json);
  return {
    ...user,
    externalId: given.has('externalid') ? user.externalId : before.externalId,
    names: Object.keys(user.names).length > 0 ? user.names : before.names,
    title: given.has('title') ? user.title : before.title,
  };
}

const addressIn = (userName: string): string | null => {
  const address = emailSchema.safeParse(userName);
  return address.success ? address.data : null;
};

/** The name that others see. @throws ScimError `invalidValue` */
export function nameOf({ names, userName }: Pick<ScimUser, 'names' | 'userName'>): string {
  const parts = [names.givenName, names.familyName].filter((part) => part !== undefined).join(' ');
  const name = personName.safeParse(names.displayName ?? names.formatted ?? (parts || userName));
  if (!name.success) throw refused('invalidValue', 'The name must be one line of at most 120 characters.');
  return name.data;
}

/** What is stored of a person, as the directory would have said it. */
export const userOf = (record: UserRecord): ScimUser => ({
  userName: record.userName ?? record.email,
  externalId: record.externalKey,
  names: record.names ?? { displayName: record.name },
  title: record.jobTitle,
  email: record.email,
  role: record.givesRole ? record.role : null,
  isActive: record.isActive ?? true,
});

/** First and last names of somebody of whom only the whole name is known. */
function splitName(name: string): DirectoryNames {
  const at = name.lastIndexOf(' ');
  return at < 0 ? { givenName: name } : { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

/** @param base the address of `/scim/v2` */
export function showUser(record: UserRecord, base: string) {
  const { id, name, email, role, jobTitle, externalKey, createdAt, changedAt, disabledAt } = record;
  const { displayName: _, ...parts } = record.names ?? {};
  const hasParts = parts.givenName !== undefined || parts.familyName !== undefined;
  const user = {
    schemas: [USER_SCHEMA],
    id,
    ...(externalKey !== null && { externalId: externalKey }),
    userName: record.userName ?? email,
    displayName: name,
    name: { formatted: name, ...(!hasParts && splitName(name)), ...parts },
    ...(jobTitle !== null && { title: jobTitle }),
    active: disabledAt === null,
    emails: [{ value: email, type: 'work', primary: true }],
    roles: [{ value: role, primary: true }],
  };
  const meta = {
    resourceType: 'User',
    created: createdAt.toISOString(),
    lastModified: (changedAt ?? createdAt).toISOString(),
    location: `${base}/Users/${id}`,
  };
  return { ...user, meta: { ...meta, version: versionOf({ ...user, meta }) } };
}
export type ShownUser = ReturnType<typeof showUser>;

/** A weak ETag (RFC 9110, 8.8.3) of what is shown. */
const versionOf = (shown: object) =>
  `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
