/** Whom an identity at a provider is here: a person who is tied to it, one with the same verified e-mail address, or somebody new. */
import type { ErrorName, RoleCode } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { insertContact, newContact } from '../contacts';
import { logChange } from '../people';
import { roleOf } from './claims';
import * as store from './store';

type Refusal = { readonly failure: ErrorName };

export type Found = {
  /** Null: somebody new. */
  readonly person: store.Person | null;
  /** Undefined: it stays as it is. */
  readonly role: RoleCode | undefined;
};

const failed = (failure: ErrorName): Refusal => ({ failure });

/** Finds the person, and the role that they get. Changes nothing. */
export async function find(
  db: Queries,
  connection: store.Connection,
  claims: store.SignOnClaims,
): Promise<Found | Refusal> {
  const { companyId } = connection;
  const role = roleOf(connection, claims);
  if (role === null) return failed('signOnNoRole');
  const tied = await store.findByIdentity(db, { companyId, ...claims });
  if (tied) return tied.disabledAt === null ? { person: tied, role } : failed('signOnDisabled');
  if (claims.email === '') return failed('signOnNoEmail');
  if (!claims.isEmailVerified) return failed('signOnEmailUnverified');
  const person = await store.findByEmail(db, companyId, claims.email);
  if (person) return person.disabledAt === null ? { person, role } : failed('signOnDisabled');
  if (!connection.makesPeople) return failed('signOnUnknown');
  const domain = claims.email.slice(claims.email.indexOf('@') + 1);
  if ((await store.findOwner(db, domain)) !== companyId) return failed('signOnOtherDomain');
  const first = role ?? connection.defaultRole;
  return first === null ? failed('signOnNoRole') : { person: null, role: first };
}

/**
 * Finds the person or makes them, ties them to the identity, and gives them the role of the claims.
 * @returns who it is; with a `failure` nothing was changed
 */
export async function findOrMake(
  context: Context,
  db: Queries,
  connection: store.Connection,
  claims: store.SignOnClaims,
): Promise<{ readonly person: store.Person; readonly isNew: boolean } | Refusal> {
  const found = await find(db, connection, claims);
  if ('failure' in found) return found;
  const { companyId } = connection;
  const person = found.person ?? (await make(context, db, connection, { ...claims, role: found.role }));
  if (!person) return failed('signOnDisabled');
  const identity = { companyId, issuer: claims.issuer, subject: claims.subject, contactId: person.id };
  if (!(await store.tie(db, identity))) return failed('signOnOtherIdentity');
  const by = { contactId: person.id, companyId };
  const log = { by, at: context.clock.now(), subject: person } as const;
  if (!found.person) await logChange(db, { ...log, action: 'joined' });
  else if (
    found.role !== undefined &&
    found.role !== person.role &&
    (await mayBecome(context, db, person, found.role))
  ) {
    await store.setRole(db, person.id, found.role);
    if (found.role !== 'ADMIN') await store.replaceCompanyAdmin(db, person);
    await logChange(db, { ...log, action: 'roleChanged' });
  }
  return { person, isNew: !found.person };
}

async function make(
  context: Context,
  db: Queries,
  { companyId }: store.Connection,
  { email, name, role = 'ASSISTED' }: Pick<store.SignOnClaims, 'email' | 'name'> & { role: RoleCode | undefined },
): Promise<store.Person | undefined> {
  await insertContact(db, await newContact(context, { companyId, email, name, role, companyRole: null }));
  return await store.findByEmail(db, companyId, email);
}

/** A company keeps its last admin: a wrong claim must not leave it without one. */
async function mayBecome({ log }: Context, db: Queries, person: store.Person, role: RoleCode): Promise<boolean> {
  if (role === 'ADMIN' || person.role !== 'ADMIN') return true;
  await store.lockVersion(db, person.companyId);
  if (await store.hasOtherAdmin(db, person)) return true;
  log.warn({ companyId: person.companyId, contactId: person.id }, 'The last admin of a company keeps the role');
  return false;
}
