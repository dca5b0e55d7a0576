/** People of a company as its directory provides them, by SCIM 2.0 (RFC 7643, 7644). */
import { type ChangeAction, PEOPLE_MAX } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { isDuplicate } from '../../../db/query-error';
import type { TokenCaller } from '../../../http/principal';
import * as people from '../people';
import type { Session } from '../sessions';
import { filterOf } from './filter-store';
import { patchUser } from './patch';
import { ScimError } from './scim-error';
import * as store from './store';
import { adoptedUser, nameOf, readUser, type ScimUser, type ShownUser, showUser, userOf } from './user';

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const COUNT_DEFAULT = 100;
export const COUNT_MAX = 200;

const notFound = () => new ScimError(404, 'There is no such user.');
const conflict = (detail: string) => new ScimError(409, detail, 'uniqueness');

export interface Asker {
  readonly caller: TokenCaller;
  /** The address of `/scim/v2`. */
  readonly base: string;
}

export interface AskedUsers {
  readonly filter?: string;
  /** Counted from 1; less is 1 (RFC 7644, 3.4.2.4). */
  readonly startIndex?: number;
  readonly count?: number;
}

export async function listUsers({ db }: Context, { caller, base }: Asker, asked: AskedUsers) {
  const startIndex = Math.max(1, asked.startIndex ?? 1);
  const count = Math.min(COUNT_MAX, Math.max(0, asked.count ?? COUNT_DEFAULT));
  const where = asked.filter === undefined ? undefined : filterOf(asked.filter);
  const { total, records } = await store.findUsers(db, caller.companyId, where, { offset: startIndex - 1, count });
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: records.length,
    Resources: records.map((record) => showUser(record, base)),
  };
}

/** @throws ScimError 404 */
export async function getUser({ db }: Context, { caller, base }: Asker, id: string): Promise<ShownUser> {
  const record = await store.findUser(db, caller.companyId, id);
  if (!record) throw notFound();
  return showUser(record, base);
}

/** What a step of the transaction has to tell after the commit. */
interface Done {
  readonly user: ShownUser | null;
  readonly id: string;
  readonly ended: readonly Session[];
}

/** The people of a company are changed one after another, as admins do it. @throws ScimError */
async function change(
  context: Context,
  { caller }: Asker,
  act: (transaction: Queries) => Promise<Done>,
): Promise<ShownUser | null> {
  const done = await context.db
    .transaction(async (transaction) => {
      await people.lockCompany(transaction, caller.companyId);
      return await act(transaction);
    })
    .catch((error: unknown) => {
      // Whoever accepts an invitation does not wait for the lock.
      throw isDuplicate(error, 'contacts_company_email') ? conflict('The e-mail address is in use.') : error;
    });
  people.announce(context, done.ended);
  context.bus.publish('contactChanged', { contactId: done.id });
  return done.user;
}

/**
 * Adds a user. Somebody with the e-mail address whom the directory did not provide so far, or has deleted, is provided by it from now on.
 * @throws ScimError 409 if it provides somebody of that name or address
 */
export async function createUser(context: Context, asker: Asker, body: unknown): Promise<ShownUser> {
  const user = readUser(body);
  const { companyId } = asker.caller;
  const shown = await change(context, asker, async (transaction) => {
    if (await store.isProvided(transaction, companyId, user)) throw conflict('The user is there already.');
    const record = await store.findByEmail(transaction, companyId, user.email);
    if (record) return await save(context, transaction, asker, { record, user: adoptedUser(body, userOf(record)) });
    return await add(context, transaction, asker, user);
  });
  if (!shown) throw new Error('The user was not stored');
  return shown;
}

async function add(context: Context, db: Queries, asker: Asker, user: ScimUser): Promise<Done> {
  const { caller, base } = asker;
  const { companyId } = caller;
  const now = context.clock.now();
  if (!(await people.hasRoomFor(db, companyId, 1)))
    throw new ScimError(403, `A company has at most ${PEOPLE_MAX} people.`);
  const id = context.random.id();
  const { email, title: jobTitle, role, isActive } = user;
  const name = nameOf(user);
  const person = { id, email, name, jobTitle, role: role ?? ('ASSISTED' as const), isDisabled: !isActive };
  if ((await people.insertPeople(db, { companyId, now }, [person])) === 0)
    throw conflict('The e-mail address is in use.');
  await store.saveEntry(db, entryOf(user, { id, companyId, now }));
  await people.logChange(db, { by: caller, at: now, action: 'personAdded', subject: { id, name } });
  return { user: showUser(await recordOf(db, companyId, id), base), id, ended: [] };
}

const entryOf = (user: ScimUser, { id, companyId, now }: { id: string; companyId: string; now: Date }) => ({
  contactId: id,
  companyId,
  userName: user.userName,
  userKey: store.keyOf(user.userName),
  externalKey: user.externalId,
  names: user.names,
  givesRole: user.role !== null,
  isActive: user.isActive,
  changedAt: now,
});

async function recordOf(db: Queries, companyId: string, id: string): Promise<store.UserRecord> {
  const record = await store.findUser(db, companyId, id);
  if (!record) throw notFound();
  return record;
}

interface Saved {
  /** Before the request. */
  readonly record: store.UserRecord;
  readonly user: ScimUser;
}

/** Stores what the directory says of a person of the company. @throws ScimError */
async function save(context: Context, db: Queries, { caller, base }: Asker, { record, user }: Saved): Promise<Done> {
  const { id } = record;
  const { companyId } = caller;
  const now = context.clock.now();
  const before = await people.lockPerson(db, companyId, id, now);
  if (!before) throw notFound();
  const email = user.email;
  if (await people.isTaken(db, { companyId, email, id })) throw conflict('The e-mail address is in use.');
  if (await store.hasNamesake(db, companyId, { userName: user.userName, id }))
    throw conflict('The userName is in use.');
  const after = {
    id,
    email,
    name: nameOf(user),
    jobTitle: user.title,
    // A role that the directory gave, and does not give any more, is taken away.
    role: user.role ?? (record.givesRole ? 'ASSISTED' : before.role),
  };
  // It enables whom it has disabled itself: what an admin has disabled stays so, whatever else it says.
  const isActive = user.isActive && (before.disabledAt === null || record.isActive === false);
  const heirId = await people.findOtherAdmin(db, before);
  const isLastAdmin = before.disabledAt === null && before.role === 'ADMIN' && heirId === undefined;
  if (isLastAdmin && (!isActive || after.role !== 'ADMIN'))
    throw new ScimError(403, 'The last administrator of the company stays one: make another one first.');
  await people.updatePeople(db, [after]);
  await store.saveEntry(db, entryOf(user, { id, companyId, now }));
  if (after.role !== 'ADMIN' && heirId !== undefined) await people.replaceCompanyAdmin(db, [id], heirId);
  const moved = email === before.email ? [] : await people.leaveAddress(db, before, now);
  const disabled = await setActive(db, { ...before, email }, { isActive, heirId: heirId ?? id, now });
  const subject = { id, name: after.name };
  const actions = actionsOf(before, { ...after, isActive });
  await people.logChanges(
    db,
    { by: caller, at: now },
    actions.map((action) => ({ action, subject })),
  );
  return { user: showUser(await recordOf(db, companyId, id), base), id, ended: [...moved, ...disabled] };
}

/** @returns the sessions that ended */
async function setActive(
  db: Queries,
  before: people.LockedPerson,
  { isActive, heirId, now }: { readonly isActive: boolean; readonly heirId: string; readonly now: Date },
): Promise<readonly Session[]> {
  const { id, companyId, disabledAt } = before;
  if (isActive === (disabledAt === null)) return [];
  if (!isActive) return await people.disablePeople(db, [before], { companyId, heirId, now });
  await people.setDisabled(db, [id], null);
  return [];
}

type After = Pick<people.LockedPerson, 'name' | 'email' | 'jobTitle' | 'role'> & { readonly isActive: boolean };

function actionsOf(before: people.LockedPerson, after: After): ChangeAction[] {
  const isSame = after.name === before.name && after.email === before.email && after.jobTitle === before.jobTitle;
  const wasActive = before.disabledAt === null;
  return [
    ...(isSame ? [] : (['personChanged'] as const)),
    ...(after.role === before.role ? [] : (['roleChanged'] as const)),
    ...(after.isActive === wasActive ? [] : ([after.isActive ? 'enabled' : 'disabled'] as const)),
  ];
}

interface Named {
  readonly id: string;
  /** The versions that the request names; null: any. */
  readonly ifMatch: string | null;
}

/** @throws ScimError 404, and 412 if it has another version */
async function requireVersion(db: Queries, { caller, base }: Asker, { id, ifMatch }: Named): Promise<store.UserRecord> {
  const record = await recordOf(db, caller.companyId, id);
  const { version } = showUser(record, base).meta;
  const isNamed = ifMatch === null || ifMatch.split(',').some((one) => ['*', version].includes(one.trim()));
  if (!isNamed) throw new ScimError(412, 'The user has another version.');
  return record;
}

async function changeUser(context: Context, asker: Asker, named: Named, next: (before: ScimUser) => ScimUser) {
  const shown = await change(context, asker, async (transaction) => {
    const record = await requireVersion(transaction, asker, named);
    return await save(context, transaction, asker, { record, user: next(userOf(record)) });
  });
  if (!shown) throw notFound();
  return shown;
}

/** PUT. @throws ScimError */
export const replaceUser = (context: Context, asker: Asker, named: Named, body: unknown): Promise<ShownUser> =>
  changeUser(context, asker, named, (before) => readUser(body, before));

/** PATCH. @throws ScimError */
export const modifyUser = (context: Context, asker: Asker, named: Named, body: unknown): Promise<ShownUser> =>
  changeUser(context, asker, named, (before) => patchUser(before, body));

/**
 * DELETE: the person is disabled, and no user of the directory any more, and loses a role that it gave. What they did and their keys stay.
 * @throws ScimError
 */
export async function deleteUser(context: Context, asker: Asker, named: Named): Promise<void> {
  const { companyId } = asker.caller;
  await change(context, asker, async (transaction) => {
    const record = await requireVersion(transaction, asker, named);
    const user = { ...userOf(record), role: null, isActive: false };
    const { id, ended } = await save(context, transaction, asker, { record, user });
    const entry = entryOf(user, { id, companyId, now: context.clock.now() });
    await store.saveEntry(transaction, { ...entry, userKey: null });
    return { user: null, id, ended };
  });
}
