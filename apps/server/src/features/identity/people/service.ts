/** The people of a company, for its admins: roles, devices, disabling, and the data of a person. */
import type { CallData, ChangeAction, listPeople as listCall, PersonDetail, RoleCode } from '@earth/contracts';
import { textsOf } from '../../../config/texts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { announceEnd, deleteSessionOf, deleteSessionsOf, type Session, signedInDevices } from '../sessions';
import { forgetPerson } from './forget-store';
import { logChange, renameInLog } from './log-store';
import * as store from './store';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/identity/people');

export async function listPeople(
  { db, clock }: Context,
  principal: Principal,
  asked: store.AskedPeople,
): Promise<CallData<typeof listCall>> {
  requireAdmin(principal);
  const { companyId, contactId } = principal;
  const [found, service] = await Promise.all([
    store.findPeople(db, companyId, asked, clock.now()),
    store.findService(db, companyId),
  ]);
  const items = found.items.map((row) => viewOf(row, contactId));
  return { items, total: found.total, service };
}

const viewOf = ({ lastSeenAt, disabledAt, createdAt: _, hasKeys: __, ...row }: store.PersonRecord, ownId: string) => ({
  ...row,
  isDisabled: disabledAt !== null,
  lastSeen: lastSeenAt?.toISOString() ?? null,
  isYou: row.id === ownId,
});

/** @throws ApiError `notAllowed`, `notFound` */
export async function getPerson(context: Context, principal: Principal, personId: string): Promise<PersonDetail> {
  requireAdmin(principal);
  const { db, clock } = context;
  const row = await store.findPerson(db, principal.companyId, personId, clock.now());
  if (!row) throw new ApiError('notFound');
  const devices = await signedInDevices(
    context,
    personId,
    personId === principal.contactId ? principal.sessionId : null,
  );
  return { ...viewOf(row, principal.contactId), hasKeys: row.hasKeys, createdAt: row.createdAt.toISOString(), devices };
}

interface Act {
  readonly principal: Principal;
  readonly personId: string;
}

/**
 * A change of another person. Admins of a company change people one after another: so of two who demote each other, one stays an admin.
 * @throws ApiError `notAllowed`, `notFound`
 */
async function withPerson<Result>(
  { db, clock }: Context,
  { principal, personId }: Act,
  act: (transaction: Queries, person: store.LockedPerson) => Promise<Result>,
): Promise<Result> {
  requireAdmin(principal);
  return await db.transaction(async (transaction) => {
    await lockForAdmin(transaction, principal);
    const person = await store.lockPerson(transaction, principal.companyId, personId, clock.now());
    if (!person) throw new ApiError('notFound');
    return await act(transaction, person);
  });
}

/** Locks the company, so that its people are changed by one after another. @throws ApiError `notAllowed` if the caller is no admin any more */
export async function lockForAdmin(db: Queries, { companyId, contactId }: Principal): Promise<void> {
  await store.lockCompany(db, companyId);
  if (!(await store.isAdmin(db, contactId))) throw new ApiError('notAllowed');
}

/**
 * Disables people, in a transaction that holds the lock of the company. Call `announce` with the sessions after the commit.
 * @param heirId the admin whom the company names from then on, if it named one of them
 * @returns the sessions that ended
 */
export async function disablePeople(
  db: Queries,
  people: readonly Pick<store.LockedPerson, 'id' | 'email'>[],
  { companyId, heirId, now }: { readonly companyId: string; readonly heirId: string; readonly now: Date },
): Promise<Session[]> {
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return [];
  await store.setDisabled(db, ids, now);
  await store.replaceCompanyAdmin(db, ids, heirId);
  await store.revokeOffers(db, companyId, people, now);
  return await deleteSessionsOf(db, ids);
}

/**
 * After a person has got another e-mail address, in a transaction that holds the lock of the company: whoever reads the mail of the former
 * one is not signed in, and no open invitation lets them in. Call `announce` with the sessions after the commit.
 * @returns the sessions that ended
 */
export async function leaveAddress(
  db: Queries,
  { id, companyId, email }: Pick<store.LockedPerson, 'id' | 'companyId' | 'email'>,
  now: Date,
): Promise<Session[]> {
  await store.revokeInvitationsTo(db, companyId, [email], now);
  return await deleteSessionsOf(db, [id]);
}

/** Signed out at once: their sockets close, and a call that they are in goes on without them. */
export const announce = (context: Context, sessions: readonly Session[]) => {
  for (const session of sessions) announceEnd(context, session);
};

export async function changePerson(
  context: Context,
  principal: Principal,
  { personId, role, isDisabled }: { personId: string; role?: RoleCode | undefined; isDisabled?: boolean | undefined },
): Promise<PersonDetail> {
  const now = context.clock.now();
  const ended = await withPerson(context, { principal, personId }, async (transaction, person) => {
    if (personId === principal.contactId) throw new ApiError('notAllowed');
    const log = (action: ChangeAction) => logChange(transaction, { by: principal, at: now, action, subject: person });
    const { directory } = person;
    if (role !== undefined && role !== person.role) {
      if (directory?.givesRole) throw new ApiError('notAllowed');
      await store.setRole(transaction, personId, role);
      if (role !== 'ADMIN') await store.replaceCompanyAdmin(transaction, [personId], principal.contactId);
      await log('roleChanged');
    }
    await store.touchDirectory(transaction, [personId], now);
    if (isDisabled === undefined || isDisabled === (person.disabledAt !== null)) return [];
    await log(isDisabled ? 'disabled' : 'enabled');
    if (isDisabled)
      return await disablePeople(transaction, [person], {
        companyId: principal.companyId,
        heirId: principal.contactId,
        now,
      });
    if (directory?.isActive === false) throw new ApiError('notAllowed');
    await store.setDisabled(transaction, [personId], null);
    return [];
  });
  announce(context, ended);
  context.bus.publish('contactChanged', { contactId: personId });
  return await getPerson(context, principal, personId);
}

/** @param deviceId undefined: all of them */
export async function endPersonDevices(
  context: Context,
  principal: Principal,
  { personId, deviceId }: { personId: string; deviceId?: string | undefined },
): Promise<PersonDetail> {
  const now = context.clock.now();
  const ended = await withPerson(context, { principal, personId }, async (transaction, person) => {
    // The own ones are ended in the profile, which keeps the present one.
    if (personId === principal.contactId) throw new ApiError('notAllowed');
    const one =
      deviceId === undefined ? undefined : await deleteSessionOf(transaction, { contactId: personId, deviceId }, now);
    if (deviceId !== undefined && !one) throw new ApiError('notFound');
    await logChange(transaction, { by: principal, at: now, action: 'devicesEnded', subject: person });
    return one ? [one] : await deleteSessionsOf(transaction, [personId]);
  });
  announce(context, ended);
  return await getPerson(context, principal, personId);
}

/** All that is stored of a person; private keys are left out, because whoever has them reads the messages of others too. */
export async function exportPerson(context: Context, principal: Principal, personId: string) {
  return await withPerson(context, { principal, personId }, async (transaction, person) => {
    const at = context.clock.now();
    await logChange(transaction, { by: principal, at, action: 'exported', subject: person });
    return JSON.stringify(await store.readAllOf(transaction, personId), null, 2);
  });
}

/**
 * What only the person needs is deleted. What others received stays theirs, and says «former user»; so does the log of changes.
 * @throws ApiError `notAllowed`, `notFound`
 */
export async function deletePerson(
  context: Context,
  principal: Principal,
  { personId, language }: { readonly personId: string; readonly language: string },
): Promise<void> {
  const now = context.clock.now();
  const { ended, owners } = await withPerson(context, { principal, personId }, async (transaction, person) => {
    if (personId === principal.contactId) throw new ApiError('notAllowed');
    const name = textsIn(language)('former');
    const sessions = await deleteSessionsOf(transaction, [personId]);
    await logChange(transaction, { by: principal, at: now, action: 'personDeleted', subject: person });
    await renameInLog(transaction, person, name);
    await store.replaceCompanyAdmin(transaction, [personId], principal.contactId);
    return { ended: sessions, owners: await forgetPerson(transaction, person, { name, now }) };
  });
  announce(context, ended);
  context.bus.publish('contactChanged', { contactId: personId });
  context.push.toContacts(owners, { messageType: 'AddressBookChanged', messageContent: {} });
}
