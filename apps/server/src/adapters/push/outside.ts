/** The way to push services: HTTPS, and never into a private network, wherever a name may lead. */
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { bareHost, isPublicAddress } from './addresses';
import { createNames } from './names';

/** Of an answer: it says why, and no more. What is longer is cut off. */
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
  /** Gives up, and rejects, as soon as the signal says so. */
  resolve(hostname: string, signal: AbortSignal): Promise<LookupAddress[]>;
  isAllowed(address: string): boolean;
  /** A certificate to trust. */
  readonly ca?: string;
}

const publicNetwork: Network = { resolve: createNames(), isAllowed: isPublicAddress };

export function createOutside({ resolve, isAllowed, ca }: Network = publicNetwork): Outside {
  const whyNot = (addresses: readonly string[]) =>
    addresses.every(isAllowed) ? null : new PrivateAddressError('The address is in a private network');

  const look = callbackify(async (hostname: string, signal: AbortSignal) => {
    const found = await resolve(hostname, signal);
    const failure = found.length > 0 ? whyNot(found.map(({ address }) => address)) : new Error('It has no address');
    if (failure) throw failure;
    return found;
  });
  // What was looked at is what is connected to: a second question could have another answer.
  const lookupUntil =
    (signal: AbortSignal): LookupFunction =>
    (hostname, { all }, done) =>
      look(hostname, signal, (error, found) => {
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

/** The status is what counts, however long the words are. */
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
