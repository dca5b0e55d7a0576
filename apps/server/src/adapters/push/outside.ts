/** HTTPS client for addresses that users name, protected against SSRF: it never connects to a private network, whatever a name resolves to. */
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { bareHost, isPublicAddress } from './addresses';
import { createResolver, createTextResolver } from './names';

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

interface Fetched {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | undefined;
  readonly signal: AbortSignal;
  /** An answer with more bytes is an error. */
  readonly bytesMax: number;
  /** Origins in a private network that the administrator of the server permits. */
  readonly permitted: readonly string[];
}

export interface Outside {
  /** Redirects are not followed. @throws PrivateAddressError; the network's errors */
  post(url: string, posted: Posted): Promise<Answer>;
  /** The same with the whole answer. */
  fetch(url: string, fetched: Fetched): Promise<Response>;
  /** The TXT records of a name; rejects if there is none. */
  texts(hostname: string, signal: AbortSignal): Promise<string[]>;
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
  /** TXT records. */
  resolveTexts?(hostname: string, signal: AbortSignal): Promise<string[]>;
  /** A certificate to trust. */
  readonly ca?: string;
}

const publicNetwork: Network = { resolve: createResolver(), isAllowed: isPublicAddress };

export function createOutside(network: Network = publicNetwork): Outside {
  const { resolve, isAllowed, ca, resolveTexts = createTextResolver() } = network;
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

  async function send(url: string, given: Sent): Promise<IncomingMessage> {
    const host = bareHost(new URL(url).hostname);
    const failure = isIP(host) === 0 ? null : whyNot([host]);
    if (failure) throw failure;
    return await sendTo(url, { ...given, agent, lookup: lookupUntil(given.signal) });
  }

  return {
    post: async (url, posted) => await read(await send(url, { ...posted, method: 'POST' })),
    async fetch(url, { bytesMax, permitted, ...given }) {
      const isPermitted = permitted.includes(new URL(url).origin);
      return await responseOf(await (isPermitted ? sendTo(url, { ...given, agent }) : send(url, given)), bytesMax);
    },
    texts: resolveTexts,
    close: () => agent.destroy(),
  };
}

type Sent = Pick<Fetched, 'method' | 'headers' | 'signal'> & { readonly body: Buffer | string | undefined };

const sendTo = (url: string, { body, ...options }: Sent & { agent: Agent; lookup?: LookupFunction }) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });

/** @throws Error if it has more than `bytesMax`, or breaks off */
async function responseOf(answer: IncomingMessage, bytesMax: number): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes`);
    parts.push(part);
  }
  const status = answer.statusCode ?? 0;
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const hasBody = status >= 200 && ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
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
