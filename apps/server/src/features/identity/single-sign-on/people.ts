/** Whom an identity at a provider is here: a person who is tied to it, one with the same verified e-mail address, or somebody new. */
import type { ErrorName, RoleCode } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { insertContact, newContact } from '../contacts';
import { acceptAll, lockInvitationsTo } from '../invitations';
import {
  findOtherAdmin,
  hasRoomFor,
  type LockedPerson,
  lockCompany,
  lockPerson,
  logChange,
  replaceCompanyAdmin,
  setRole,
  touchDirectory,
} from '../people';
import { roleOf } from './claims';
import * as store from './store';

type Refusal = { readonly failure: ErrorName };

interface Found {
  /** Null: somebody new. */
  readonly person: LockedPerson | null;
  /** That which they get, or keep. */
  readonly role: RoleCode;
  /** That somebody new accepts; locked. */
  readonly invitations: Awaited<ReturnType<typeof lockInvitationsTo>>;
}

const failed = (failure: ErrorName): Refusal => ({ failure });

/**
 * Finds the person, and the role that they get. Changes nothing, and locks the person until the transaction ends: so nobody is signed in
 * who is disabled at the same moment.
 */
export async function find(
  context: Context,
  db: Queries,
  connection: store.Connection,
  claims: store.SignOnClaims,
): Promise<Found | Refusal> {
  const { companyId } = connection;
  const role = roleOf(connection, claims);
  if (role === null) return failed('signOnNoRole');
  const seen = await idOf(db, connection, claims);
  // A role may change, or somebody be added: first the company, then the person, as admins and directories do it.
  const isLocked = role !== undefined || seen === undefined;
  if (isLocked) await lockCompany(db, companyId);
  // Nobody is added without the lock, also if whom it is was deleted since.
  const id = isLocked ? await idOf(db, connection, claims) : seen;
  if (typeof id === 'object') return id;
  if (id !== undefined) {
    const person = await lockPerson(db, companyId, id, context.clock.now());
    if (!person || person.disabledAt !== null) return failed('signOnDisabled');
    // Found by an address that was changed at the same moment.
    const isStill = person.email === claims.email || (await store.isTied(db, id, claims.issuer));
    if (!isStill) return failed('signOnExpired');
    // A directory says each change at once, the claim only the next time.
    return { person, role: person.directory?.givesRole ? person.role : (role ?? person.role), invitations: [] };
  }
  return await admitNewcomer(context, db, connection, { email: claims.email, role });
}

interface Newcomer {
  /** Verified by the provider. */
  readonly email: string;
  /** By the claims; undefined: they give none. */
  readonly role: RoleCode | undefined;
}

/** Somebody new gets in because an admin has invited the address, or because its domain is the company's, which is locked. */
async function admitNewcomer(
  context: Context,
  db: Queries,
  { companyId, makesPeople, defaultRole }: store.Connection,
  { email, role }: Newcomer,
): Promise<Found | Refusal> {
  const invitations = await lockInvitationsTo(context, db, { companyId, email });
  const [byAdmin] = invitations
    .filter((invitation) => invitation.isByAdmin)
    .toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime());
  if (!byAdmin && !makesPeople) return failed('signOnUnknown');
  const domain = email.slice(email.indexOf('@') + 1);
  if (!byAdmin && (await store.findOwner(db, domain)) !== companyId) return failed('signOnOtherDomain');
  const first = role ?? byAdmin?.role ?? defaultRole;
  if (first === null) return failed('signOnNoRole');
  return (await hasRoomFor(db, companyId, 1)) ? { person: null, role: first, invitations } : failed('companyFull');
}

/** @returns undefined: nobody yet */
async function idOf(
  db: Queries,
  { companyId }: store.Connection,
  claims: store.SignOnClaims,
): Promise<string | undefined | Refusal> {
  const tiedId = await store.findByIdentity(db, { companyId, ...claims });
  if (tiedId !== undefined) return tiedId;
  if (claims.email === '') return failed('signOnNoEmail');
  if (!claims.isEmailVerified) return failed('signOnEmailUnverified');
  const id = await store.findByEmail(db, companyId, claims.email);
  if (id !== undefined && (await store.isTied(db, id, claims.issuer))) return failed('signOnOtherIdentity');
  return id;
}

/**
 * Finds the person or makes them, ties them to the identity, and gives them the role of the claims.
 * @returns who it is, and whose invitations they have accepted: call `announceAcquaintance` for each after the commit. With a `failure`
 * nothing was changed.
 */
export async function findOrMake(
  context: Context,
  db: Queries,
  connection: store.Connection,
  claims: store.SignOnClaims,
): Promise<{ readonly person: LockedPerson; readonly inviterIds: readonly string[] } | Refusal> {
  const found = await find(context, db, connection, claims);
  if ('failure' in found) return found;
  const { companyId } = connection;
  const person = found.person ?? (await make(context, db, connection, { ...claims, role: found.role }));
  if (!person || person.disabledAt !== null) return failed('signOnDisabled');
  const identity = { companyId, issuer: claims.issuer, subject: claims.subject, contactId: person.id };
  // Somebody else's sign-in was faster.
  if (!(await store.tie(db, identity))) return failed('signOnOtherIdentity');
  if (found.person) await giveRole(context, db, found.person, found.role);
  else {
    const by = { contactId: person.id, companyId };
    await logChange(db, { by, at: context.clock.now(), action: 'joined', subject: person });
  }
  return { person, inviterIds: await acceptAll(context, db, found.invitations, person.id) };
}

async function make(
  context: Context,
  db: Queries,
  { companyId }: store.Connection,
  { email, name, role }: Pick<store.SignOnClaims, 'email' | 'name'> & { readonly role: RoleCode },
): Promise<LockedPerson | undefined> {
  await insertContact(db, await newContact(context, { companyId, email, name, role, companyRole: null }));
  const id = await store.findByEmail(db, companyId, email);
  return id === undefined ? undefined : await lockPerson(db, companyId, id, context.clock.now());
}

/** A company keeps its last admin: a wrong claim must not leave it without one. */
async function giveRole({ clock, log }: Context, db: Queries, person: LockedPerson, role: RoleCode): Promise<void> {
  const { id, companyId } = person;
  if (role === person.role) return;
  if (person.role === 'ADMIN') {
    const heirId = await findOtherAdmin(db, person);
    if (heirId === undefined)
      return log.warn({ companyId, contactId: id }, 'The last admin of a company keeps the role');
    await replaceCompanyAdmin(db, [id], heirId);
  }
  const at = clock.now();
  await setRole(db, id, role);
  await touchDirectory(db, [id], at);
  await logChange(db, { by: { contactId: id, companyId }, at, action: 'roleChanged', subject: person });
}
