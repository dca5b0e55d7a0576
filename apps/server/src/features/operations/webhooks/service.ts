/** Webhooks, as the admins of a company make and see them. */
import {
  type CallArguments,
  type changeWebhook as changeCall,
  type createWebhook as createCall,
  FORMER_SECRET_HOURS,
  type Webhook,
  type WebhookDelivery,
  WEBHOOKS_MAX,
} from '@earth/contracts';
import { isAllowedPort, isPublicName } from '../../../adapters/push/addresses';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { queueFor, sendEvents } from './events';
import { secretOf } from './signature';
import * as store from './store';

const HOUR_MS = 3600_000;
const SECRET_BYTES = 32;
const DELIVERIES_SHOWN = 100;
/** Tests of one webhook in a minute. */
const TESTS_A_MINUTE = 5;

const viewOf = ({ id, url, events, createdAt, disabledAt, failures }: store.WebhookRow): Webhook => ({
  id,
  url,
  events,
  createdDate: createdAt.toISOString(),
  disabledDate: disabledAt?.toISOString() ?? null,
  failures,
});

/** Where its name leads is checked at each delivery. @throws ApiError `invalidInput` */
function requirePublicUrl({ settings }: Context, text: string): string {
  const url = new URL(text);
  const isFit = url.protocol === 'https:' && url.username === '' && url.password === '' && isPublicName(url.hostname);
  if (!isFit || !isAllowedPort(text, settings.pushPorts)) throw new ApiError('invalidInput', 'url');
  url.hash = '';
  return url.href;
}

const found = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new ApiError('notFound');
  return value;
};

/** @throws ApiError `notAllowed` */
export async function listWebhooks({ db }: Context, principal: Principal): Promise<Webhook[]> {
  requireAdmin(principal);
  return (await store.listOf(db, principal.companyId)).map(viewOf);
}

/**
 * @param language of the admin, for mails about it
 * @throws ApiError `notAllowed`, `invalidInput`; `conflict` if the company has as many as it may
 */
export async function createWebhook(
  context: Context,
  principal: Principal,
  { url, events }: CallArguments<typeof createCall>,
  language: string,
): Promise<{ webhook: Webhook; secret: string }> {
  requireAdmin(principal);
  const { clock, db, random, secrets } = context;
  const { companyId } = principal;
  const id = random.id();
  const secret = secretOf(random.bytes(SECRET_BYTES));
  const row = {
    id,
    companyId,
    url: requirePublicUrl(context, url),
    events: [...new Set(events)],
    sealedSecret: await secrets.columnSeal.seal(secret, { column: 'webhooks.sealed_secret', id }),
    language,
    createdAt: clock.now(),
  };
  await db.transaction(async (transaction) => {
    if ((await store.lockCount(transaction, companyId)) >= WEBHOOKS_MAX) throw new ApiError('conflict');
    await store.insert(transaction, row);
  });
  return { webhook: viewOf(found(await store.find(db, { id, companyId }))), secret };
}

/** @throws ApiError `notAllowed`, `notFound`, `invalidInput` */
export async function changeWebhook(
  context: Context,
  principal: Principal,
  { webhookId: id, url, events, isOn }: CallArguments<typeof changeCall>,
): Promise<Webhook> {
  requireAdmin(principal);
  const now = context.clock.now();
  const changed = {
    ...(url !== undefined && { url: requirePublicUrl(context, url) }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(isOn === true && { disabledAt: null, failures: 0 }),
  };
  return await context.db.transaction(async (db) => {
    const place = { id, companyId: principal.companyId };
    const before = found(await store.find(db, place));
    const after = Object.keys(changed).length > 0 ? found(await store.change(db, place, changed)) : before;
    if (isOn !== false) return viewOf(after);
    return viewOf((await store.disable(db, id, now)) ?? after);
  });
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function deleteWebhook({ db }: Context, principal: Principal, id: string): Promise<void> {
  requireAdmin(principal);
  if (!(await store.remove(db, { id, companyId: principal.companyId }))) throw new ApiError('notFound');
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function renewSecret(
  { clock, db, random, secrets }: Context,
  principal: Principal,
  id: string,
): Promise<{ secret: string }> {
  requireAdmin(principal);
  const place = { id, companyId: principal.companyId };
  const { sealedSecret: formerSecret } = found(await store.find(db, place));
  const secret = secretOf(random.bytes(SECRET_BYTES));
  const formerUntil = new Date(clock.now().getTime() + FORMER_SECRET_HOURS * HOUR_MS);
  const sealedSecret = await secrets.columnSeal.seal(secret, { column: 'webhooks.sealed_secret', id });
  found(await store.change(db, place, { sealedSecret, formerSecret, formerUntil }));
  return { secret };
}

/** @throws ApiError `notAllowed`, `notFound`, `tooManyTries` */
export async function testWebhook(context: Context, principal: Principal, id: string): Promise<void> {
  requireAdmin(principal);
  const { clock, db } = context;
  found(await store.find(db, { id, companyId: principal.companyId }));
  const aMinuteAgo = new Date(clock.now().getTime() - 60_000);
  if ((await store.countSince(db, id, 'test', aMinuteAgo)) >= TESTS_A_MINUTE) throw new ApiError('tooManyTries');
  await queueFor(context, db, [id], { event: 'test', data: {} });
  sendEvents(context);
}

const deliveryOf = ({
  id,
  event,
  createdAt,
  dueAt,
  doneAt,
  isDelivered,
  tries,
  status,
}: store.DeliveryRow): WebhookDelivery => ({
  id,
  event,
  date: createdAt.toISOString(),
  state: dueAt !== null ? 'waiting' : isDelivered ? 'delivered' : 'failed',
  attempts: tries,
  status,
  nextDate: (dueAt ?? doneAt)?.toISOString() ?? null,
});

/** @throws ApiError `notAllowed`, `notFound` */
export async function listDeliveries({ db }: Context, principal: Principal, id: string): Promise<WebhookDelivery[]> {
  requireAdmin(principal);
  found(await store.find(db, { id, companyId: principal.companyId }));
  return (await store.listDeliveries(db, id, DELIVERIES_SHOWN)).map(deliveryOf);
}
