/** PATCH of a user (RFC 7644, 3.5.2), also in the ways of Entra ID and Okta. */
import { JOB_TITLE_MAX } from '@earth/contracts';
import { filter } from 'scim2-parse-filter';
import { parseFilter } from './filter';
import { refused } from './scim-error';
import {
  activeOf,
  attributesOf,
  emailIn,
  emailOf,
  isObject,
  namesIn,
  roleIn,
  roleOf,
  type ScimUser,
  textOf,
  USER_SCHEMA,
  userNameOf,
} from './user';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';
const OPERATIONS_MAX = 100;
const PATH_MAX = 300;

type Op = 'add' | 'replace' | 'remove';

/** Where an operation applies, in lower case: an attribute, a filter of its values, a part of them. */
interface Target {
  readonly attribute: string;
  readonly filter: string | null;
  readonly part: string | null;
}

interface Step {
  readonly op: Op;
  readonly target: Target;
  /** Undefined if it is removed. */
  readonly value: unknown;
}

/** Attributes of RFC 7643, 4.1 that are not kept: directories send them by default. */
const IGNORED = new Set([
  'nickname',
  'profileurl',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509certificates',
  'schemas',
  ENTERPRISE,
]);
const READ_ONLY = new Set(['id', 'meta', 'groups']);

/** @throws ScimError `invalidPath` */
function targetOf(path: string): Target {
  if (path.length > PATH_MAX) throw refused('invalidPath', 'The path is too long.');
  const lower = path.toLowerCase();
  if (lower.startsWith(ENTERPRISE)) return { attribute: ENTERPRISE, filter: null, part: null };
  const prefix = `${USER_SCHEMA.toLowerCase()}:`;
  const local = lower.startsWith(prefix) ? path.slice(prefix.length) : path;
  const found = /^([a-z][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z][\w$-]*))?$/i.exec(local.trim());
  if (!found?.[1]) throw refused('invalidPath', 'The path is no path of an attribute.');
  return { attribute: found[1].toLowerCase(), filter: found[2] ?? null, part: found[3]?.toLowerCase() ?? null };
}

const removed = (op: Op, value: unknown) => (op === 'remove' ? null : value);

/** Whether the one address that is kept is meant. @throws ScimError `invalidFilter` */
function isMeant(email: string, words: string | null): boolean {
  if (words === null) return true;
  // Entra ID writes truth values as texts.
  const tree = parseFilter(words.replaceAll(/"(true|false)"/gi, (word) => word.slice(1, -1).toLowerCase()));
  return filter(tree)({ value: email, type: 'work', primary: true });
}

function patchEmail(user: ScimUser, { op, target, value }: Step): ScimUser {
  const { filter: words, part } = target;
  if (!isMeant(user.email, words)) throw refused('noTarget', 'Only one e-mail address is kept, of the type work.');
  if (part !== null && part !== 'value') return user;
  if (op === 'remove') throw refused('mutability', 'A user has an e-mail address.');
  if (part !== null) return { ...user, email: emailOf(value) };
  if (op === 'add') return { ...user, email: emailIn(value, true) ?? user.email };
  return { ...user, email: emailIn(value) ?? emailOf(undefined) };
}

/** A user has one role, whatever a filter says. */
function patchRole(user: ScimUser, { op, target: { part }, value }: Step): ScimUser {
  if (part !== null && part !== 'value') return user;
  if (op === 'remove') return { ...user, role: null };
  return { ...user, role: part === null ? roleIn(value) : roleOf(value) };
}

function patchName(user: ScimUser, { op, target: { part }, value }: Step): ScimUser {
  if (part !== null) {
    const given = new Map([[part, removed(op, value)]]);
    return { ...user, names: { ...user.names, ...namesIn(Object.fromEntries(given)) } };
  }
  if (op !== 'remove') return { ...user, names: { ...user.names, ...namesIn(value) } };
  const { displayName } = user.names;
  return { ...user, names: displayName === undefined ? {} : { displayName } };
}

/** What each attribute does with an operation. */
const ATTRIBUTES = new Map<string, (user: ScimUser, step: Step) => ScimUser>([
  ['username', (user, { op, value }) => ({ ...user, userName: userNameOf(removed(op, value)) })],
  ['externalid', (user, { op, value }) => ({ ...user, externalId: textOf('externalId', removed(op, value)) })],
  ['title', (user, { op, value }) => ({ ...user, title: textOf('title', removed(op, value), JOB_TITLE_MAX) })],
  [
    'displayname',
    (user, { op, value }) => ({
      ...user,
      names: { ...user.names, displayName: textOf('displayName', removed(op, value)) ?? undefined },
    }),
  ],
  ['active', (user, { op, value }) => ({ ...user, isActive: activeOf(removed(op, value)) })],
  ['name', patchName],
  ['emails', patchEmail],
  ['roles', patchRole],
]);
/** Attributes whose values have parts. */
const COMPLEX = new Set(['name', 'emails', 'roles']);

function take(user: ScimUser, step: Step): ScimUser {
  const { attribute, filter: words, part } = step.target;
  if (IGNORED.has(attribute)) return user;
  if (READ_ONLY.has(attribute)) throw refused('mutability', `${attribute} is read-only.`);
  const apply = ATTRIBUTES.get(attribute);
  const isSimple = !COMPLEX.has(attribute) && (words !== null || part !== null);
  if (!apply || isSimple) throw refused('invalidPath', 'There is no such attribute.');
  return apply(user, step);
}

/** An operation of the request as steps: one without a path has several. @throws ScimError */
function stepsOf(operation: unknown): Step[] {
  if (!isObject(operation)) throw refused('invalidSyntax', 'An operation must be an object.');
  const given = attributesOf(operation);
  const word = given.get('op');
  const op = (['add', 'replace', 'remove'] as const).find(
    (one) => typeof word === 'string' && one === word.trim().toLowerCase(),
  );
  if (!op) throw refused('invalidSyntax', 'op must be add, replace or remove.');
  const [path, value] = [given.get('path'), given.get('value')];
  if (op !== 'remove' && value === undefined) throw refused('invalidValue', `${op} needs a value.`);
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw refused('invalidPath', 'path must be a text.');
    return [{ op, target: targetOf(path), value }];
  }
  if (op === 'remove') throw refused('noTarget', 'remove needs a path.');
  if (!isObject(value)) throw refused('invalidValue', 'Without a path the value must be an object.');
  return Object.entries(value).map(([name, one]) => ({ op, target: targetOf(name), value: one }));
}

/** @param body of the request @throws ScimError */
export function patchUser(user: ScimUser, body: unknown): ScimUser {
  if (!isObject(body)) throw refused('invalidSyntax', 'The body must be a PATCH request.');
  const given = attributesOf(body);
  const schemas = given.get('schemas');
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw refused('invalidSyntax', `schemas must have ${PATCH_SCHEMA}.`);
  const operations = given.get('operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw refused('invalidSyntax', 'Operations must be a list.');
  if (operations.length > OPERATIONS_MAX) throw refused('invalidSyntax', `At most ${OPERATIONS_MAX} operations.`);
  return operations.flatMap(stepsOf).reduce(take, user);
}
