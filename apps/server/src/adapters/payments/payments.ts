/** Port: a payment provider. It gets a one-time nonce from the device, never a card. */
import type { MinutesOffer } from '@earth/contracts';

interface Charge {
  /** Idempotency key: with the same one, the provider charges once, and answers the same. */
  readonly key: string;
  readonly nonce: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export type ChargeOutcome =
  /** `reference`: the provider's own name of the payment. */
  { readonly state: 'paid'; readonly reference: string } | { readonly state: 'declined' };

/** What came of a charge is not known: it may have been made. The message has nothing of the nonce, because it is logged. */
export class PaymentUnknownError extends Error {
  override readonly name = 'PaymentUnknownError';
}

export interface Payments {
  readonly isTest: boolean;
  readonly methods: MinutesOffer['methods'];
  /** The caller waits a minute, and looks the charge up later. @throws PaymentUnknownError */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /**
   * What came of an earlier charge; null: the provider does not know it, so that nothing was taken. The caller waits ten seconds, and asks
   * again later.
   * @throws PaymentUnknownError
   */
  find(key: string): Promise<ChargeOutcome | null>;
}
