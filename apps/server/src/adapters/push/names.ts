/**
 * What names lead to. The name servers are asked from here (c-ares) and not through the system's `getaddrinfo`: that holds one of
 * four threads, on which files are read and keys are used too, until a server that says nothing has been waited for.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A name server that does not answer for so long is asked once more. */
const NAME_SERVER_MS = 2_000;
/** Once there is an address of IPv4, so long is waited for those of IPv6 (RFC 8305, 3). */
const OTHERS_MS = 50;

type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/**
 * @param servers `address:port` of the name servers; without them, those of the system
 * @returns the addresses of a name: those of IPv4 first, which reach everywhere. Rejects where there is none, and when the signal
 *   says so
 */
export function createNames(servers?: readonly string[]): Resolve {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    // One for each question: giving up one leaves the others alone.
    const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const others = resolver.resolve6(hostname).catch((): string[] => []);
      const [four] = await Promise.allSettled([resolver.resolve4(hostname)]);
      const isThere = four.status === 'fulfilled' && four.value.length > 0;
      const six = await (isThere ? Promise.race([others, delay(OTHERS_MS, [], { ref: false })]) : others);
      if (four.status === 'rejected' && six.length === 0) throw four.reason;
      return [
        ...(isThere ? four.value : []).map((address) => ({ address, family: 4 })),
        ...six.map((address) => ({ address, family: 6 })),
      ];
    } finally {
      signal.removeEventListener('abort', cancel);
      // What is still asked for nobody waits for any more.
      cancel();
    }
  };
}
