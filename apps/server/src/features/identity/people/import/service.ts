/** People from a CSV text: what would be done, or all of it in one transaction. */
import { createHash } from 'node:crypto';
import {
  type CallArguments,
  IMPORT_SHOWN_MAX,
  type ImportProblem,
  type importChanges,
  type importPeople as importCall,
  type PeopleImport,
  type RoleCode,
} from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { requireAdmin } from '../../../../http/guards';
import type { Principal } from '../../../../http/principal';
import { logChanges } from '../log-store';
import { announce, disablePeople, lockForAdmin } from '../service';
import * as store from '../store';
import { type ReadFile, type ReadPerson, readPeople, type WrongRow } from './read';

type Change = (typeof importChanges)[number];

interface Added extends store.AddedPerson {
  readonly row: number;
}

interface Changed {
  readonly row: number;
  readonly before: store.LockedPerson;
  readonly after: {
    readonly name: string;
    readonly role: RoleCode;
    readonly jobTitle: string | null;
    readonly isDisabled: boolean;
  };
  readonly changes: readonly Change[];
}

interface Plan {
  readonly added: readonly Added[];
  readonly changed: readonly Changed[];
  readonly unchanged: number;
  readonly wrong: readonly WrongRow[];
  readonly ignored: readonly string[];
}

/** Whom nothing is said of is what they are; a new person without a role has the one that may least. */
const afterOf = (read: ReadPerson, before: store.LockedPerson | undefined) => ({
  name: read.name ?? before?.name ?? '',
  role: read.role ?? before?.role ?? 'ASSISTED',
  jobTitle: read.jobTitle ?? before?.jobTitle ?? null,
  isDisabled: read.isDisabled ?? (before ? before.disabledAt !== null : false),
});

const oneLine = (name: string) => name.replaceAll(/\s+/g, ' ').trim();

const changesOf = (before: store.LockedPerson, after: Changed['after']): Change[] => [
  ...(oneLine(after.name) === oneLine(before.name) ? [] : (['name'] as const)),
  ...(after.role === before.role ? [] : (['role'] as const)),
  ...(after.jobTitle === before.jobTitle ? [] : (['jobTitle'] as const)),
  ...(after.isDisabled === (before.disabledAt !== null) ? [] : (['active'] as const)),
];

/** Whether a directory alone makes these changes. Disabling is open to admins always. */
const isOfDirectory = ({ directory }: store.LockedPerson, after: Changed['after'], changes: readonly Change[]) =>
  directory !== null &&
  (changes.includes('name') ||
    changes.includes('jobTitle') ||
    (changes.includes('role') && directory.givesRole) ||
    (changes.includes('active') && !after.isDisabled && !directory.isActive));

async function planOf(
  context: Context,
  db: Queries,
  { companyId, contactId }: Principal,
  read: ReadFile,
): Promise<Plan> {
  const emails = read.people.map(({ email }) => email);
  const known = new Map(
    (await store.lockPeopleOf(db, companyId, emails, context.clock.now())).map((person) => [person.email, person]),
  );
  const added: Added[] = [];
  const changed: Changed[] = [];
  const wrong: WrongRow[] = [...read.wrong];
  let unchanged = 0;
  for (const person of read.people) {
    const { row, email } = person;
    const before = known.get(email);
    const after = afterOf(person, before);
    const refuse = (problem: ImportProblem) => wrong.push({ row, email, name: after.name, problem });
    if (!before && after.name === '') refuse('name');
    else if (!before) added.push({ row, id: context.random.id(), email, ...after });
    else {
      const changes = changesOf(before, after);
      const isOwnRight = before.id === contactId && (changes.includes('role') || changes.includes('active'));
      if (changes.length === 0) unchanged += 1;
      else if (isOwnRight) refuse('yourself');
      else if (isOfDirectory(before, after, changes)) refuse('fromDirectory');
      else changed.push({ row, before, after, changes });
    }
  }
  if (added.length > 0 && !(await store.hasRoomFor(db, companyId, added.length)))
    wrong.push({ row: added[0]?.row ?? 1, email: '', name: '', problem: 'tooManyPeople' });
  return { added, changed, unchanged, wrong, ignored: read.ignored };
}

/** What would be done, without the ids of those who are new. */
function nameOfPlan({ added, changed, wrong }: Plan): string {
  const rows = [
    added.map(({ id: _, ...person }) => person),
    changed.map(({ row, before: { id }, after, changes }) => ({ row, id, after, changes })),
    wrong,
  ];
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}

function viewOf(plan: Plan, isDone: boolean): PeopleImport {
  const { added, changed, unchanged, wrong, ignored } = plan;
  const done = [
    ...added.map(({ row, email, name }) => ({
      row,
      email,
      name,
      outcome: 'added' as const,
      problem: null,
      changes: [],
    })),
    ...changed.map(({ row, before: { email }, after: { name }, changes }) => ({
      row,
      email,
      name,
      outcome: 'changed' as const,
      problem: null,
      changes: [...changes],
    })),
  ];
  const refused = wrong.map((one) => ({ ...one, outcome: 'wrong' as const, changes: [] }));
  const byRow = <One extends { readonly row: number }>(rows: One[]) => rows.toSorted((a, b) => a.row - b.row);
  return {
    isDone,
    plan: nameOfPlan(plan),
    added: added.length,
    changed: changed.length,
    unchanged,
    wrong: wrong.length,
    ignored: ignored.slice(0, 50).map((column) => column.slice(0, 100)),
    rows: [...byRow(refused), ...byRow(done)].slice(0, IMPORT_SHOWN_MAX),
  };
}

/**
 * Without a plan nothing is changed. With one, everything is done that it says, or nothing.
 * @throws ApiError `notAllowed`; `conflict` if something else would be done by now, or a row is wrong
 */
export async function importPeople(
  context: Context,
  principal: Principal,
  { csv, plan: wanted }: CallArguments<typeof importCall>,
): Promise<PeopleImport> {
  requireAdmin(principal);
  // Before the company is locked: a large file takes a while.
  const read = readPeople(csv);
  const { plan, ended } = await context.db.transaction(async (transaction) => {
    await lockForAdmin(transaction, principal);
    const found = await planOf(context, transaction, principal, read);
    if (wanted === undefined) return { plan: found, ended: [] };
    if (found.wrong.length > 0 || nameOfPlan(found) !== wanted) throw new ApiError('conflict');
    return { plan: found, ended: await apply(context, transaction, principal, found) };
  });
  announce(context, ended);
  if (wanted !== undefined)
    for (const { before } of plan.changed) context.bus.publish('contactChanged', { contactId: before.id });
  return viewOf(plan, wanted !== undefined);
}

async function apply({ clock }: Context, db: Queries, principal: Principal, { added, changed }: Plan) {
  const now = clock.now();
  const { companyId, contactId: heirId } = principal;
  // A guest or a former user has the address of one of them, which only a placeholder can be.
  if ((await store.insertPeople(db, { companyId, now }, added)) < added.length) throw new ApiError('conflict');
  const rows = changed.map(({ before: { id, email }, after: { name, role, jobTitle } }) => ({
    id,
    email,
    name,
    role,
    jobTitle,
  }));
  await store.updatePeople(db, rows);
  await store.touchDirectory(
    db,
    rows.map(({ id }) => id),
    now,
  );
  const demoted = changed.filter(({ before, after }) => before.role === 'ADMIN' && after.role !== 'ADMIN');
  await store.replaceCompanyAdmin(
    db,
    demoted.map(({ before }) => before.id),
    heirId,
  );
  const isNow = (isDisabled: boolean) =>
    changed.filter(({ after, changes }) => changes.includes('active') && after.isDisabled === isDisabled);
  await store.setDisabled(
    db,
    isNow(false).map(({ before }) => before.id),
    null,
  );
  const ended = await disablePeople(
    db,
    isNow(true).map(({ before }) => before),
    { companyId, heirId, now },
  );
  await logChanges(db, { by: principal, at: now }, [
    ...added.map((person) => ({ action: 'personAdded' as const, subject: person })),
    ...changed.flatMap(({ before: { id }, after, changes }) =>
      actionsOf(changes, after.isDisabled).map((action) => ({ action, subject: { id, name: after.name } })),
    ),
  ]);
  return ended;
}

const actionsOf = (changes: readonly Change[], isDisabled: boolean) => [
  ...(changes.includes('name') || changes.includes('jobTitle') ? (['personChanged'] as const) : []),
  ...(changes.includes('role') ? (['roleChanged'] as const) : []),
  ...(changes.includes('active') ? ([isDisabled ? 'disabled' : 'enabled'] as const) : []),
];
