/**
 * Signed descriptions of the links of a call (decision 0149). The key that checks a description is the one that the call shows for its
 * sender, and only people whom the call shows are connected: otherwise the server could name another key, or another person, here only.
 */
import { type CallTarget, CryptoSchema } from '@earth/contracts';
import type { Recipient } from '@earth/messaging';
import type { CallPorts } from '../ports';
import type { CheckedDescription, DescriptionSeals, Route, Sealable } from '../transport/transport';
import { findTarget, isPresent } from './roster';

/** The server is asked again about a sender at most so often: anybody can send wrong seals. */
const ASK_EVERY_MS = 10_000;

export interface DescriptionSealsOptions {
  readonly callId: string;
  /** Everybody in the call, as it is shown. */
  readonly targets: () => readonly CallTarget[];
  /** Fetches who is in the call, and shows it. Rejects if the server is unreachable. */
  readonly people: () => Promise<void>;
}

export function createDescriptionSeals(
  { cipher, clock, settings }: Pick<CallPorts, 'cipher' | 'clock' | 'settings'>,
  { callId, targets, people }: DescriptionSealsOptions,
): DescriptionSeals {
  const isOff = settings.cryptoSchema === CryptoSchema.none;
  const askedAt = new Map<string, number>();
  const linkOf = ({ type, sdp = '' }: Sealable, route: Route) => ({ callUniqueId: callId, ...route, type, sdp });

  function mayAsk(contactId: string): boolean {
    const last = askedAt.get(contactId);
    return last === undefined || clock.now() - last >= ASK_EVERY_MS;
  }

  async function trustIn(sender: Recipient, description: Sealable, route: Route): Promise<CheckedDescription['trust']> {
    const { seal } = description;
    const isGenuine =
      seal === undefined ? null : await cipher.isDescriptionOf(sender, linkOf(description, route), seal);
    if (isGenuine === null) return 'unsigned';
    return isGenuine ? 'signed' : 'forged';
  }

  async function checkNow(description: Sealable, route: Route): Promise<CheckedDescription> {
    const target = findTarget(targets(), route.from);
    if (!target || !isPresent(target)) return { trust: 'forged', key: null };
    const { publicKey } = target.contact;
    return { trust: await trustIn(target.contact, description, route), key: publicKey };
  }

  return {
    async seal(description, route) {
      if (isOff) return description;
      // Without its keys this device cannot sign, which is no reason not to call.
      const seal = await cipher.sealDescription(linkOf(description, route)).catch(() => null);
      return seal === null ? description : { ...description, seal };
    },
    async check(description, route) {
      if (isOff) return { trust: null, key: null };
      const checked = await checkNow(description, route);
      if (checked.trust !== 'forged' || !mayAsk(route.from)) return checked;
      // The sender may have just come, or have new keys.
      await people();
      askedAt.set(route.from, clock.now());
      return checkNow(description, route);
    },
  };
}
