/** Notices, as the admins of a company write and send them. */
import {
  type CallArguments,
  type CallData,
  type changeNotice as changeCall,
  type CompanyNotice,
  type createNotice as createCall,
  type listNotices as listCall,
  NOTICE_AHEAD_DAYS,
  NOTICE_DRAFTS_MAX,
  NOTICES_A_DAY,
  romeDay,
  type sendNotice as sendCall,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { logChange } from '../../identity/people';
import * as store from './store';

const DAY_MS = 24 * 3600_000;
const LISTED = 100;

const stateOf = ({ sendAt, sentAt, isPending }: store.Listed): CompanyNotice['state'] => {
  if (sentAt !== null) return isPending ? 'sending' : 'sent';
  return sendAt === null ? 'draft' : 'waiting';
};

const viewOf = (row: store.Listed): CompanyNotice => {
  const { id, version, titleEn, textEn, titleIt, textIt, content, wanted, delivered, failed } = row;
  const date = (row.sentAt ?? row.sendAt ?? row.changedAt).toISOString();
  const texts = { titleEn, textEn, titleIt, textIt };
  return { id, version, ...texts, content, state: stateOf(row), date, wanted, delivered, failed };
};

async function viewed(db: Queries, place: store.Place): Promise<CompanyNotice> {
  const [row] = await store.list(db, place.companyId, { id: place.id, limit: 1 });
  if (!row) throw new ApiError('notFound');
  return viewOf(row);
}

type Typed = CallArguments<typeof createCall>;

/** @throws ApiError `notFound` if the content is not one of the company */
async function columnsOf(db: Queries, companyId: string, typed: Typed) {
  const { titleEn, textEn, titleIt, textIt, contentId = null } = typed;
  if (contentId !== null && !(await store.hasContent(db, companyId, contentId))) throw new ApiError('notFound');
  return { titleEn, textEn, titleIt, textIt, contentId };
}

/**
 * Of the company, not sent yet, and locked.
 * @throws ApiError `notFound`; `conflict` if it was sent; `contentChanged` if it is not the version that was read
 */
async function lockUnsent(db: Queries, place: store.Place, basedOn?: number): Promise<store.NoticeRow> {
  const row = await store.lock(db, place);
  if (!row) throw new ApiError('notFound');
  if (row.sentAt !== null) throw new ApiError('conflict');
  if (basedOn !== undefined && basedOn !== row.version) throw new ApiError('contentChanged');
  return row;
}

/** @throws ApiError `notAllowed` */
export async function listNotices({ db }: Context, principal: Principal): Promise<CallData<typeof listCall>> {
  requireAdmin(principal);
  const [items, subscribers] = await Promise.all([
    store.list(db, principal.companyId, { limit: LISTED }),
    store.countSubscriptions(db),
  ]);
  return { items: items.map(viewOf), subscribers };
}

/** @throws ApiError `notAllowed`, `notFound`; `conflict` if the company has too many drafts */
export async function createNotice(
  { clock, db, random }: Context,
  principal: Principal,
  typed: Typed,
): Promise<CompanyNotice> {
  requireAdmin(principal);
  const place = { id: random.id(), companyId: principal.companyId };
  return await db.transaction(async (transaction) => {
    await store.lockCompany(transaction, place.companyId);
    if ((await store.countUnsent(transaction, place.companyId)) >= NOTICE_DRAFTS_MAX) throw new ApiError('conflict');
    const columns = await columnsOf(transaction, place.companyId, typed);
    await store.insert(transaction, { ...place, ...columns, changedAt: clock.now() });
    return await viewed(transaction, place);
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `conflict`, `contentChanged` */
export async function changeNotice(
  { clock, db }: Context,
  principal: Principal,
  { noticeId, basedOn, ...typed }: CallArguments<typeof changeCall>,
): Promise<CompanyNotice> {
  requireAdmin(principal);
  const place = { id: noticeId, companyId: principal.companyId };
  return await db.transaction(async (transaction) => {
    const { version } = await lockUnsent(transaction, place, basedOn);
    const columns = await columnsOf(transaction, place.companyId, typed);
    await store.change(transaction, place.id, { ...columns, version: version + 1, changedAt: clock.now() });
    return await viewed(transaction, place);
  });
}

/**
 * From here on the sender has it, at its moment.
 * @throws ApiError `notAllowed`, `notFound`, `conflict`, `contentChanged`; `invalidInput` for a moment that is over or too far ahead; `tooManyToday`
 */
export async function sendNotice(
  { bus, clock, db }: Context,
  principal: Principal,
  { noticeId, at, basedOn }: CallArguments<typeof sendCall>,
): Promise<CompanyNotice> {
  requireAdmin(principal);
  const now = clock.now();
  const sendAt = at === undefined ? now : new Date(at);
  const isTooFar = sendAt.getTime() > now.getTime() + NOTICE_AHEAD_DAYS * DAY_MS;
  if (sendAt < now || isTooFar) throw new ApiError('invalidInput', 'at');
  const place = { id: noticeId, companyId: principal.companyId };
  const sent = await db.transaction(async (transaction) => {
    // Two notices at once would each count the other as not sent.
    await store.lockCompany(transaction, place.companyId);
    const { titleEn: name } = await lockUnsent(transaction, place, basedOn);
    if ((await store.countOnDay(transaction, place, romeDay(sendAt))) >= NOTICES_A_DAY)
      throw new ApiError('tooManyToday');
    await store.change(transaction, place.id, { sendAt });
    await logChange(transaction, { by: principal, at: now, action: 'noticeSent', subject: { name } });
    return await viewed(transaction, place);
  });
  bus.publish('noticeDue', {});
  return sent;
}

/** @throws ApiError `notAllowed`, `notFound`, `conflict` */
export async function withdrawNotice({ db }: Context, principal: Principal, id: string): Promise<CompanyNotice> {
  requireAdmin(principal);
  const place = { id, companyId: principal.companyId };
  return await db.transaction(async (transaction) => {
    await lockUnsent(transaction, place);
    await store.change(transaction, id, { sendAt: null });
    return await viewed(transaction, place);
  });
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function deleteNotice({ clock, db }: Context, principal: Principal, id: string): Promise<void> {
  requireAdmin(principal);
  await db.transaction(async (transaction) => {
    const row = await store.lock(transaction, { id, companyId: principal.companyId });
    if (!row) throw new ApiError('notFound');
    if (row.sentAt === null) return await store.remove(transaction, id);
    const now = clock.now();
    await store.hide(transaction, id, now);
    await logChange(transaction, { by: principal, at: now, action: 'noticeDeleted', subject: { name: row.titleEn } });
  });
}
