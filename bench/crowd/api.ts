/** API client for many people in one process, with keep-alive connections. */
import { Agent, request } from 'node:http';
import { type CallData, type CallInput, type CallSpec, decode, encode } from '@earth/contracts';

/** The request headers that authenticate a person. */
export type Credentials = Readonly<Record<string, string>>;

export interface Api {
  /** Rejects with the server's answer if it refuses. */
  ask<C extends CallSpec>(call: C, input: CallInput<C>, who: Credentials): Promise<CallData<C>>;
  close(): void;
}

/**
 * One request with a JSON body.
 * @returns the text of the answer; rejects if the status is no success
 */
export function postJson(
  agent: Agent,
  url: URL,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: Credentials; body?: string | undefined } = {},
): Promise<string> {
  const content =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...headers, ...content } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${url.pathname}: ${answer.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export function connectApi(origin: string): Api {
  const agent = new Agent({ keepAlive: true });
  return {
    async ask(call, input, who) {
      const given: Readonly<Record<string, unknown>> = input;
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
      const url = new URL(call.flag === undefined ? path : `${path}?${call.flag}`, origin);
      const body =
        call.method === 'GET' || call.method === 'DELETE'
          ? undefined
          : JSON.stringify(encode(call.body, given as never));
      const answer = JSON.parse(await postJson(agent, url, { method: call.method, headers: who, body })) as {
        data: unknown;
      };
      const data = decode(call.data, answer.data);
      if (!data.success) throw new Error(`${call.name} answered with data that does not match the contract`);
      return data.data as CallData<typeof call>;
    },
    close: () => agent.destroy(),
  };
}
