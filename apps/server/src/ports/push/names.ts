/**
 * What names lead to. The name servers are asked from here (c-ares) and not through the system's `getaddrinfo`: that holds one of
 * four threads, on which files are read and keys are used too, until a server that says nothing has been waited for.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** A name server that does not answer for so long is asked once more. */
const NAME_SERVER_MS = 2_000;

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
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const found = [
        ...addressesOf(four).map((address) => ({ address, family: 4 })),
        ...addressesOf(six).map((address) => ({ address, family: 6 })),
      ];
      if (found.length === 0 && four.status === 'rejected') throw four.reason;
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

const addressesOf = (asked: PromiseSettledResult<string[]>) => (asked.status === 'fulfilled' ? asked.value : []);
