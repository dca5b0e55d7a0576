/** A browser, as far as the pages of an identity provider need one. Every name leads to this machine. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IdentityProvider } from './identity-provider';

const STEPS_MAX = 12;
const lookup: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly provider: IdentityProvider) {}

  async #send(url: string, form?: Readonly<Record<string, string>>): Promise<{ location: string; page: string }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) };
    const sent = request(url, { method: form ? 'POST' : 'GET', ca: this.provider.cert, lookup, headers });
    sent.end(form && new URLSearchParams(form).toString());
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { location: answer.headers.location ?? '', page: await text(answer) };
  }

  /** Goes through the provider's pages until it sends the browser elsewhere. @returns the address to which it does */
  async signIn(url: string, name: string, { aborts = false } = {}): Promise<string> {
    let next = url;
    let form: Record<string, string> | undefined;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const { location, page } = await this.#send(next, form);
      form = undefined;
      if (location !== '') {
        next = new URL(location, next).href;
        if (!next.startsWith(this.provider.issuer)) return next;
      } else if (aborts) next = `${next}/abort`;
      else if (page.includes('name="login"')) form = { prompt: 'login', login: name, password: 'x' };
      else form = { prompt: 'consent' };
    }
    throw new Error(`The provider did not come to an end: ${next}`);
  }

  /** Signs out at the provider, which tells its clients. */
  async signOut(): Promise<void> {
    const end = `${this.provider.issuer}/session/end`;
    const { page } = await this.#send(end);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await this.#send(`${end}/confirm`, { xsrf, logout: 'yes' });
  }
}
