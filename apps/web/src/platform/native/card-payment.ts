/**
 * Asks the user for a card, and gives a one-time nonce for it. The card goes to the payment provider alone: from its own sheet, in the mobile
 * shell by the plugin that its SDK has, in a browser by the Payment Request API (W3C).
 */
import type { MinutesOffer } from '@earth/contracts';
import { callForUser, callPlugin } from './call-plugin';
import { isInShell, PluginError, PluginNotFoundError } from './shell';

const PLUGIN = 'CardPayment';

export interface CardPayment {
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Digits of the currency after the point. */
  readonly digits: number;
  /** What is paid for, as the sheet shows it. */
  readonly label: string;
  /** For a browser: what the provider takes. */
  readonly methods: MinutesOffer['methods'];
  /** Aborted: no sheet is opened any more. */
  readonly signal: AbortSignal;
}

async function askInShell({ amount, currency, digits, label, signal }: CardPayment): Promise<string | null> {
  await callPlugin(PLUGIN, (plugin) => plugin.prepare());
  if (signal.aborted) return null;
  return (await callForUser(PLUGIN, (plugin) => plugin.requestNonce({ amount, currency, digits, label }))).nonce;
}

async function askInBrowser({ amount, currency, digits, label, methods, signal }: CardPayment): Promise<string | null> {
  if (!('PaymentRequest' in globalThis) || methods.length === 0) throw new PluginNotFoundError(PLUGIN);
  const total = { label, amount: { currency, value: (amount / 10 ** digits).toFixed(digits) } };
  try {
    const request = new PaymentRequest([...methods], { total });
    if (!(await request.canMakePayment())) throw new PluginNotFoundError(PLUGIN);
    if (signal.aborted) return null;
    const response = await request.show();
    // The sheet closes; the page itself says what came of it.
    await response.complete('unknown');
    return JSON.stringify(response.details);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    if (error instanceof PluginError) throw error;
    throw new PluginError(PLUGIN, error instanceof Error ? error.message : String(error));
  }
}

/**
 * To be called in the handler of a click.
 * @returns the nonce; null: the user has cancelled, or the signal was aborted before there was a sheet
 * @throws PluginError; PluginNotFoundError also in a browser that has no way to pay
 */
export const requestCardNonce = (payment: CardPayment): Promise<string | null> =>
  isInShell() ? askInShell(payment) : askInBrowser(payment);
