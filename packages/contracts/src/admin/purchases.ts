/** Minutes of the paid service, bought by card. The card goes from the device to the payment provider, which gives a one-time nonce for it. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { date, id } from '../entities';
import { fields } from '../wire';

/**
 * `pending`: the provider has not said yet what came of it; it is asked again. `failed`: it has taken nothing, because the request did not
 * reach it.
 */
const purchaseState = z.enum(['pending', 'paid', 'declined', 'failed']);

/** In the smallest unit of the currency, such as cents. */
const amount = z.int().check(z.minimum(1), z.maximum(1_000_000_000));
const minutes = z.int().check(z.minimum(1), z.maximum(1_000_000));
/** ISO 4217. */
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** Digits of the currency after the point, by ISO 4217: an amount is divided by ten to the power of them. Those of `Intl` are of CLDR. */
const digits = z.int().check(z.minimum(0), z.maximum(4));

const purchase = fields({
  id,
  minutes,
  amount,
  currency,
  digits,
  state: purchaseState,
  createdDate: date,
  /** The admin who bought; null: their account is gone. */
  buyer: z.nullable(z.string()),
});
export type Purchase = z.infer<typeof purchase>;

const minutePackage = fields({ minutes, amount });
export type MinutePackage = z.infer<typeof minutePackage>;

const offer = fields({
  /** Nobody is charged: the provider is the one for tests. */
  isTest: z.boolean(),
  /** Payment methods of a browser's Payment Request (W3C Payment Request API, `PaymentMethodData`). */
  methods: z.array(z.object({ supportedMethods: z.string(), data: z.optional(z.unknown()) })),
  currency,
  digits,
  packages: z.array(minutePackage),
});
export type MinutesOffer = z.infer<typeof offer>;

/** What the provider for tests makes of a nonce. `lost`: it charges, but its answer does not arrive. */
export const testNonces = {
  accepted: 'test-accepted',
  declined: 'test-declined',
  slow: 'test-slow',
  failing: 'test-failing',
  lost: 'test-lost',
} as const;

const all = { tag: 'Companies', path: '/api/back-office/purchases' } as const;

export const listPurchases = defineCall({
  ...all,
  name: 'listPurchases',
  summary: 'For admins: the minutes that their company can buy, and its last hundred purchases, newest first',
  method: 'GET',
  data: () =>
    fields({
      /** Null: nothing can be bought. */
      offer: z.nullable(offer),
      purchases: z.array(purchase),
    }),
  errors: ['notAllowed'],
});

export const buyMinutes = defineCall({
  ...all,
  name: 'buyMinutes',
  summary:
    'For admins: buys minutes by card. With the same key, the same purchase: it is charged once, however often it is sent',
  method: 'POST',
  body: () =>
    fields({
      /** Made by the client for one purchase. */
      key: id,
      minutes,
      /** As the admin has seen it. */
      amount,
      currency,
      /** What the device has got for the card. */
      nonce: z.string().check(z.minLength(1), z.maxLength(16_000)),
    }),
  data: () => purchase,
  errors: ['notAllowed', 'notFound', 'priceChanged', 'conflict', 'tooManyToday'],
});
