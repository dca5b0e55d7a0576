/**
 * DNS resolver for push services. It uses c-ares and not the system's `getaddrinfo`, which blocks one of four threads, shared with
 * file access and cryptography, until a silent name server times out.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Timeout of a name server; the query is sent twice. */
const NAME_SERVER_MS = 2_000;
/** Wait for IPv6 addresses after the IPv4 addresses have arrived (RFC 8305, 3). */
const OTHERS_MS = 50;

type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/**
 * @param servers `address:port` of the name servers; by default those of the system
 * @returns a function that resolves a name to its addresses, IPv4 first, which are reachable everywhere. It rejects if there is
 * none, and when the signal is aborted
 */
export function createResolver(servers?: readonly string[]): Resolve {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    // One resolver per name: cancelling one leaves the others alone.
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
      // Cancels the queries whose result is not needed any more.
      cancel();
    }
  };
}

/** @returns a function that resolves a name to its TXT records. It rejects if there is none, and when the signal is aborted */
export function createTextResolver() {
  return async (hostname: string, signal: AbortSignal): Promise<string[]> => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      // A long text comes in pieces (RFC 7208, 3.3).
      return (await resolver.resolveTxt(hostname)).map((pieces) => pieces.join(''));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
