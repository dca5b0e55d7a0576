/** A real identity provider on this machine (`oidc-provider`, certified for OpenID Connect), whose answers a test can distort. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import type { Network } from '../src/adapters/push/outside';
import { certificateFor } from './certificate';

export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly roles?: readonly string[];
}

export interface ProviderClient {
  readonly redirectUrl: string;
  readonly logoutUrl: string;
}

interface Answering {
  status: number;
  body: unknown;
  set(header: string, value: string): void;
}

const CLIENT_ID = 'earth';
const DISCOVERY_PATH = '/.well-known/openid-configuration';

export class IdentityProvider {
  readonly clientId = CLIENT_ID;
  readonly clientSecret = randomBytes(32).toString('base64url');
  /** By the name that is typed on its page. */
  readonly accounts = new Map<string, Account>();
  /** Replaces the claims of the next ID tokens; they are signed with the right key, with another one, or by another algorithm. */
  distort: ((claims: JWTPayload) => { claims: JWTPayload; hasOtherKey?: boolean; alg?: 'none' | 'HS256' }) | null =
    null;
  /** Change its answers, by path. */
  readonly answers = new Map<string, (ctx: Answering) => void>();
  /** Discovery documents at other paths, or with other statements. */
  readonly documents = new Map<string, object>();
  /** Paths whose requests it does not answer, or not to the end. */
  readonly stuck = new Map<string, 'unanswered' | 'unfinished'>();
  /** Requests that have reached it, by path. */
  readonly requests: string[] = [];
  readonly texts = new Map<string, string[]>();

  private constructor(
    readonly host: string,
    readonly cert: string,
    private readonly server: Server,
    private readonly keys: { readonly own: CryptoKey; readonly other: CryptoKey; readonly jwk: object },
  ) {}

  /** @param host the name under which it is reached */
  static async start(host = 'idp.example'): Promise<IdentityProvider> {
    const [{ key, cert }, own, other] = await Promise.all([
      certificateFor(host),
      generateKeyPair('RS256', { extractable: true }),
      generateKeyPair('RS256'),
    ]);
    const server = createServer({ key, cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const jwk = { ...(await exportJWK(own.privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    return new IdentityProvider(host, cert, server, { own: own.privateKey, other: other.privateKey, jwk });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get issuer(): string {
    return `https://${this.host}:${this.port}`;
  }

  /** Leads the server under test to it, and answers for its TXT records. */
  get network(): Network & { readonly port: number } {
    return {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: () => true,
      resolveTexts: async (name) => this.texts.get(name) ?? Promise.reject(new Error('ENOTFOUND')),
      ca: this.cert,
      port: this.port,
    };
  }

  /** Registers the client. The server under test has to run before, because its addresses are part of it. */
  serve({ redirectUrl, logoutUrl }: ProviderClient): void {
    const provider = new Provider(this.issuer, this.#configuration(redirectUrl, logoutUrl));
    provider.use(async (ctx, next) => {
      this.requests.push(ctx.path);
      const document = this.documents.get(ctx.path);
      if (document) ctx.path = DISCOVERY_PATH;
      await next();
      if (document) ctx.body = { ...(ctx.body as object), ...document };
      this.answers.get(ctx.path)?.(ctx);
      const { body } = ctx as { body?: { id_token?: string } };
      if (ctx.path === '/token' && body?.id_token !== undefined && this.distort)
        ctx.body = { ...body, id_token: await this.#distorted(body.id_token, this.distort) };
    });
    const handle = provider.callback();
    this.server.removeAllListeners('request').on('request', (request, response) => {
      const path = request.url ?? '';
      const stuck = this.stuck.get(path);
      if (stuck === undefined) return void handle(request, response);
      this.requests.push(path);
      if (stuck === 'unfinished') response.writeHead(200, { 'content-type': 'application/json' }).write('{"issuer":');
    });
  }

  #configuration(redirectUrl: string, logoutUrl: string): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: this.clientSecret,
          redirect_uris: [redirectUrl],
          backchannel_logout_uri: logoutUrl,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [this.keys.jwk] },
      // A provider may offer what is not safe.
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
      features: { backchannelLogout: { enabled: true } },
      pkce: { required: () => true },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...this.accounts.get(id) }),
      }),
      // Without its own protection against SSRF: the server under test is on this machine.
      fetch: async (url, { method, headers, body } = {}) =>
        await fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
    };
  }

  async #distorted(idToken: string, distort: NonNullable<typeof this.distort>): Promise<string> {
    const {
      claims,
      hasOtherKey = false,
      alg,
    } = distort(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload);
    if (alg === 'none') return new UnsecuredJWT(claims).encode();
    if (alg === 'HS256')
      return await new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(this.clientSecret));
    return await this.sign(claims, { hasOtherKey });
  }

  /** A token of the provider. */
  async sign(claims: JWTPayload, { hasOtherKey = false, typ }: { hasOtherKey?: boolean; typ?: string } = {}) {
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...(typ !== undefined && { typ }) })
      .sign(hasOtherKey ? this.keys.other : this.keys.own);
  }

  /** Breaks each connection, as if it were gone. */
  goAway(): void {
    this.server.removeAllListeners('request').on('request', (request) => request.destroy());
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
