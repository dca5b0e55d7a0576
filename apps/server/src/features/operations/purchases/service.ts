/**
 * Buying minutes of the paid service. The provider charges once for the id of a purchase, and the minutes are added in the transaction in
 * which the purchase becomes paid, so that each can be tried again at any time.
 */
import type { buyMinutes as buyMinutesCall, CallArguments, CallData, listPurchases, Purchase } from '@earth/contracts';
import type { ChargeOutcome } from '../../../adapters/payments/payments';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import * as store from './store';

/** Whoever tries many cards has not got them from their owners. */
const UNPAID_A_DAY = 20;
const DAY_MS = 24 * 3600_000;

/** Whether a company can buy: minutes of a service that has ended would be of no use. */
const canBuy = ({ isPaid, expiresAt }: store.Service, now: Date) => isPaid && (expiresAt === null || expiresAt > now);

/** @throws ApiError `notAllowed` */
export async function purchasesOf(
  { clock, db, payments, settings }: Context,
  principal: Principal,
): Promise<CallData<typeof listPurchases>> {
  requireAdmin(principal);
  const [service, purchases] = await Promise.all([
    store.findService(db, principal.companyId),
    store.findPurchases(db, principal.companyId),
  ]);
  const offer = payments &&
    canBuy(service, clock.now()) && {
      isTest: payments.isTest,
      methods: [...payments.methods],
      currency: settings.paymentCurrency,
      packages: [...settings.minutePackages],
    };
  return { offer: offer || null, purchases: purchases.map(viewOf) };
}

const viewOf = ({ createdAt, ...purchase }: store.PurchaseRow): Purchase => ({
  ...purchase,
  createdDate: createdAt.toISOString(),
});

type Wanted = CallArguments<typeof buyMinutesCall>;

/** @throws ApiError `notFound` nothing can be bought, `priceChanged` this cannot be bought (any more), `tooManyToday` */
async function requireOffered({ clock, db, payments, settings }: Context, companyId: string, wanted: Wanted) {
  if (!payments || !canBuy(await store.findService(db, companyId), clock.now())) throw new ApiError('notFound');
  const isOffered = settings.minutePackages.some(
    ({ minutes, amount }) => minutes === wanted.minutes && amount === wanted.amount,
  );
  if (!isOffered || wanted.currency !== settings.paymentCurrency) throw new ApiError('priceChanged');
  const since = new Date(clock.now().getTime() - DAY_MS);
  if ((await store.countUnpaid(db, companyId, since)) >= UNPAID_A_DAY) throw new ApiError('tooManyToday');
}

/**
 * Buys minutes, or answers what came of it if it was sent before.
 * @throws ApiError `notAllowed`, `notFound`, `priceChanged`, `tooManyToday`; `conflict` if the key was used for something else
 */
export async function buyMinutes(context: Context, principal: Principal, wanted: Wanted): Promise<Purchase> {
  requireAdmin(principal);
  const { clock, db, payments, random } = context;
  const { companyId, contactId: buyerId } = principal;
  const { key, minutes, amount, currency, nonce } = wanted;
  let found = await store.findByKey(db, companyId, key);
  if (!found) {
    await requireOffered(context, companyId, wanted);
    const made = { id: random.id(), companyId, key, buyerId, minutes, amount, currency, createdAt: clock.now() };
    await store.insertPurchase(db, made);
    found = await store.findByKey(db, companyId, key);
  }
  if (!found) throw new Error('The company is gone');
  if (found.minutes !== minutes || found.amount !== amount || found.currency !== currency)
    throw new ApiError('conflict');
  if (found.state !== 'pending') return viewOf(found);
  if (!payments) throw new ApiError('notFound');
  const { id } = found;
  const outcome = await askProvider(context, id, async () => {
    const before = await payments.find(id);
    return before ?? payments.charge({ key: id, nonce, amount, currency });
  });
  if (outcome) await settle(context, id, outcome);
  return viewOf((await store.findByKey(db, companyId, key)) ?? found);
}

/** Null: the provider did not answer, and will be asked again. Nothing of its error is logged but its kind: it may repeat the nonce. */
export async function askProvider(
  { log }: Context,
  purchase: string,
  ask: () => Promise<ChargeOutcome | null>,
): Promise<ChargeOutcome | null | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ purchase, error: (error as Error).name }, 'The payment provider did not say what came of a charge');
    return undefined;
  }
}

/** Writes what came of a charge, and adds the minutes of one that was paid: once, whoever comes first. */
export async function settle({ clock, db }: Context, id: string, outcome: ChargeOutcome): Promise<void> {
  await db.transaction(async (transaction) => {
    const reference = outcome.state === 'paid' ? outcome.reference : null;
    const settled = await store.endPending(transaction, id, {
      state: outcome.state,
      reference,
      settledAt: clock.now(),
    });
    if (settled && outcome.state === 'paid') await store.addMinutes(transaction, settled);
  });
}
