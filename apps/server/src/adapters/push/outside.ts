/** HTTPS client for push services, protected against SSRF: it never connects to a private network, whatever a name resolves to. */
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { bareHost, isPublicAddress } from './addresses';
import { createResolver } from './names';

/** Limit of the response's text, which only serves as the reason in the log. */
const ANSWER_CHARS_MAX = 4096;

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  readonly signal: AbortSignal;
}

export interface Outside {
  /** Redirects are not followed. @throws PrivateAddressError; the network's errors */
  post(url: string, posted: Posted): Promise<Answer>;
  close(): void;
}

/** The name resolves to a private network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** Replaced in tests: names of their own, and connections to this machine. */
export interface Network {
  /** Rejects as soon as the signal is aborted. */
  resolve(hostname: string, signal: AbortSignal): Promise<LookupAddress[]>;
  isAllowed(address: string): boolean;
  /** A certificate to trust. */
  readonly ca?: string;
}

const publicNetwork: Network = { resolve: createResolver(), isAllowed: isPublicAddress };

export function createOutside({ resolve, isAllowed, ca }: Network = publicNetwork): Outside {
  const whyNot = (addresses: readonly string[]) =>
    addresses.every(isAllowed) ? null : new PrivateAddressError('The address is in a private network');

  const resolvePublic = callbackify(async (hostname: string, signal: AbortSignal) => {
    const found = await resolve(hostname, signal);
    const failure = found.length > 0 ? whyNot(found.map(({ address }) => address)) : new Error('It has no address');
    if (failure) throw failure;
    return found;
  });
  // Connects to the addresses that were checked: a second look-up could have another result (DNS rebinding).
  const lookupUntil =
    (signal: AbortSignal): LookupFunction =>
    (hostname, { all }, done) =>
      resolvePublic(hostname, signal, (error, found) => {
        const [first] = found ?? [];
        if (error || !first) done(error, '', 0);
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      });
  const agent = new Agent({ keepAlive: true, timeout: 60_000, ...(ca !== undefined && { ca }) });

  return {
    async post(url, { headers, body, signal }) {
      const host = bareHost(new URL(url).hostname);
      const failure = isIP(host) === 0 ? null : whyNot([host]);
      if (failure) throw failure;
      return await new Promise((resolve, reject) => {
        const lookup = lookupUntil(signal);
        const sent = request(url, { method: 'POST', agent, headers, signal, lookup }, (answer) => {
          read(answer).then(resolve, reject);
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Resolves with the status even if the text is longer than the limit. */
const read = (answer: IncomingMessage): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let text = '';
    const resolveCut = () =>
      resolve({
        status: answer.statusCode ?? 0,
        retryAfter: answer.headers['retry-after'],
        text: text.slice(0, ANSWER_CHARS_MAX),
      });
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      text += part;
      if (text.length <= ANSWER_CHARS_MAX) return;
      resolveCut();
      answer.destroy();
    });
    answer.on('error', reject);
    answer.on('end', resolveCut);
  });
