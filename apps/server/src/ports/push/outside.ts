/** The way to push services: HTTPS, and never into a private network, wherever a name may lead. */
import { lookup as ask, type LookupAddress } from 'node:dns';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost, isPublicAddress } from './addresses';

/** Of an answer: it says why, and no more. */
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
  /** Redirects are not followed. @throws PrivateAddressError; whatever keeps an answer from coming */
  post(url: string, posted: Posted): Promise<Answer>;
  close(): void;
}

/** The name leads into a private network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** What tests put in its place: names of their own, and this machine. */
export interface Network {
  resolve(hostname: string, done: (error: Error | null, found: LookupAddress[]) => void): void;
  isAllowed(address: string): boolean;
  /** A certificate to trust. */
  readonly ca?: string;
}

const publicNetwork: Network = {
  resolve: (hostname, done) => ask(hostname, { all: true }, done),
  isAllowed: isPublicAddress,
};

export function createOutside({ resolve, isAllowed, ca }: Network = publicNetwork): Outside {
  const whyNot = (addresses: readonly string[]) =>
    addresses.every(isAllowed) ? null : new PrivateAddressError('The address is in a private network');

  // What was looked at is what is connected to: a second question could have another answer.
  const lookup: LookupFunction = (hostname, { all }, done) =>
    resolve(hostname, (error, found) => {
      const [first] = found ?? [];
      const failure = error ?? (first ? whyNot(found.map(({ address }) => address)) : new Error('It has no address'));
      if (failure || !first) done(failure, '', 0);
      else if (all) done(null, found);
      else done(null, first.address, first.family);
    });
  const agent = new Agent({ keepAlive: true, timeout: 60_000, lookup, ...(ca !== undefined && { ca }) });

  return {
    async post(url, { headers, body, signal }) {
      const host = bareHost(new URL(url).hostname);
      const failure = isIP(host) === 0 ? null : whyNot([host]);
      if (failure) throw failure;
      return await new Promise((resolve, reject) => {
        const sent = request(url, { method: 'POST', agent, headers, signal }, (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => {
            text += part;
            if (text.length > ANSWER_CHARS_MAX) answer.destroy(new Error('The answer is too long'));
          });
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
