/**
 * Buying minutes of the paid service. The provider charges once for the id of a purchase, and the minutes are added in the transaction in
 * which the purchase becomes paid, so that each can be tried again at any time.
 */
import type { buyMinutes as buyMinutesCall, CallArguments, CallData, listPurchases, Purchase } from '@earth/contracts';
import { type ChargeOutcome, PaymentUnknownError } from '../../../adapters/payments/payments';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { digitsOf } from './currency-digits';
import * as store from './store';

/** Whoever tries many cards has not got them from their owners. */
const UNPAID_A_DAY = 20;
const DAY_MS = 24 * 3600_000;
/** For all that is asked of the provider for one request. */
const ANSWER_MS = 60_000;
/**
 * An older purchase is only looked up. Ends well before `settler.ts` gives a purchase up: a charge that is begun by then has its answer,
 * also where the clocks of two servers differ.
 */
const CHARGEABLE_MS = 50 * 60_000;

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
      digits: digitsOf(settings.paymentCurrency),
      packages: [...settings.minutePackages],
    };
  return { offer: offer || null, purchases: purchases.map(viewOf) };
}

const viewOf = ({ createdAt, ...purchase }: store.PurchaseRow): Purchase => ({
  ...purchase,
  digits: digitsOf(purchase.currency),
  createdDate: createdAt.toISOString(),
});

type Wanted = CallArguments<typeof buyMinutesCall>;

/**
 * Stores a new purchase. One company's are stored one after another, so that several at once cannot all pass the limit of a day.
 * @throws ApiError `notFound` nothing can be bought, `priceChanged` this cannot be bought (any more), `tooManyToday`
 */
async function addPurchase(context: Context, { companyId, contactId: buyerId }: Principal, wanted: Wanted) {
  const { clock, db, random } = context;
  const { key, minutes, amount, currency } = wanted;
  return await db.transaction(async (transaction) => {
    const service = await store.lockService(transaction, companyId);
    // The same purchase may have been sent twice at once.
    const other = await store.findByKey(transaction, companyId, key);
    if (other) return other;
    const createdAt = clock.now();
    requireOffered(context, service, wanted);
    const since = new Date(createdAt.getTime() - DAY_MS);
    if ((await store.countUnpaid(transaction, companyId, since)) >= UNPAID_A_DAY) throw new ApiError('tooManyToday');
    const made = { id: random.id(), companyId, key, buyerId, minutes, amount, currency, createdAt };
    await store.insertPurchase(transaction, made);
    return await store.findByKey(transaction, companyId, key);
  });
}

/** @throws ApiError `notFound`, `priceChanged` */
function requireOffered({ clock, payments, settings }: Context, service: store.Service, wanted: Wanted) {
  if (!payments || !canBuy(service, clock.now())) throw new ApiError('notFound');
  const isOffered = settings.minutePackages.some(
    ({ minutes, amount }) => minutes === wanted.minutes && amount === wanted.amount,
  );
  if (!isOffered || wanted.currency !== settings.paymentCurrency) throw new ApiError('priceChanged');
}

/**
 * Buys minutes, or answers what came of it if it was sent before.
 * @throws ApiError `notAllowed`, `notFound`, `priceChanged`, `tooManyToday`; `conflict` if the key was used for something else
 */
export async function buyMinutes(context: Context, principal: Principal, wanted: Wanted): Promise<Purchase> {
  requireAdmin(principal);
  const { clock, db, payments } = context;
  const { companyId } = principal;
  const { key, minutes, amount, currency, nonce } = wanted;
  const found = (await store.findByKey(db, companyId, key)) ?? (await addPurchase(context, principal, wanted));
  if (!found) throw new Error('The purchase is gone');
  if (found.minutes !== minutes || found.amount !== amount || found.currency !== currency)
    throw new ApiError('conflict');
  if (found.state !== 'pending') return viewOf(found);
  if (!payments) throw new ApiError('notFound');
  const { id, createdAt } = found;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const outcome = await askProvider(context, id, signal, async () => {
    const before = await payments.find(id);
    const isChargeable = !signal.aborted && clock.now().getTime() - createdAt.getTime() < CHARGEABLE_MS;
    return before ?? (isChargeable ? await payments.charge({ key: id, nonce, amount, currency }) : null);
  });
  if (outcome) await settle(context, id, outcome);
  return viewOf((await store.findByKey(db, companyId, key)) ?? found);
}

/**
 * Nothing of an error of the provider is logged but its kind: it may repeat the nonce.
 * @param signal ends the wait, also for a provider that never answers
 * @returns null: the provider knows of no charge; undefined: it did not answer, and will be asked again
 */
export async function askProvider(
  { log }: Context,
  purchase: string,
  signal: AbortSignal,
  ask: () => Promise<ChargeOutcome | null>,
): Promise<ChargeOutcome | null | undefined> {
  try {
    const end = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new PaymentUnknownError('The provider did not answer in time')), {
        once: true,
      });
    });
    return await Promise.race([ask(), end]);
  } catch (error) {
    log.warn({ purchase, error: (error as Error).name }, 'The payment provider did not say what came of a charge');
    return undefined;
  }
}

/** Writes what came of a charge, and adds the minutes of one that was paid: once, whoever comes first. */
export async function settle({ clock, db }: Context, id: string, outcome: ChargeOutcome): Promise<void> {
  await db.transaction(async (transaction) => {
    const reference = outcome.state === 'paid' ? outcome.reference : null;
    const settled = await store.endPurchase(transaction, id, {
      state: outcome.state,
      reference,
      settledAt: clock.now(),
    });
    if (settled && outcome.state === 'paid') await store.addMinutes(transaction, settled);
  });
}
