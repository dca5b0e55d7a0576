/** A server whose demo company signs in by a real identity provider. */
import * as contracts from '@earth/contracts';
import { IdentityProvider } from './identity-provider';
import { ProviderBrowser } from './provider-browser';
import { SignedInClient, startTestServer, type TestClient, type TestServer } from './start-test-server';

export interface SignOnWorld {
  readonly provider: IdentityProvider;
  readonly server: TestServer;
  /** The admin who has set it up. */
  readonly paolo: SignedInClient;
  settings(who?: SignedInClient): Promise<contracts.SignOnSettings>;
  /** Saves the connection: that of the provider, except for what is given. */
  connect(given?: Given, who?: SignedInClient): Promise<contracts.SignOnSettings>;
  /** Adds a domain and confirms it by its record. */
  own(domain: string, who?: SignedInClient): Promise<void>;
  /** As far as the ticket. */
  goThrough(name: string, given?: Through): Promise<Came>;
  /** All of a sign-in, on a device of its own. */
  signIn(name: string, given?: Through): Promise<SignedInClient>;
  close(): Promise<void>;
}

interface Through {
  readonly visitor?: TestClient;
  readonly browser?: ProviderBrowser;
  readonly customCode?: string;
  readonly email?: string;
  readonly aborts?: boolean;
  /** Changes the address to which the provider sends the browser. */
  readonly change?: (url: URL) => void;
}

interface Came {
  readonly visitor: TestClient;
  readonly browser: ProviderBrowser;
  readonly callback: string;
  /** Where the server has sent the browser. */
  readonly location: string;
  readonly ticket: string;
  readonly secret: string;
}

type Input = contracts.CallInput<typeof contracts.saveSignOn>;
type Given = { readonly [Key in keyof Input]?: Input[Key] | undefined };

/** Of people with an account the role stays as it is; others become operators. */
const connectionOf = (provider: IdentityProvider) => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  roleClaim: '',
  makesPeople: true,
});

const ticketIn = (location: string): string => /#signOn=([\w-]+)$/.exec(location)?.[1] ?? '';

export async function startSignOnWorld(variables: Readonly<Record<string, string>> = {}): Promise<SignOnWorld> {
  const provider = await IdentityProvider.start();
  const server = await startTestServer({ MAX_DEVICES: '100', ...variables }, provider.network);
  const paolo = await server.signIn('admin');
  const settings = (who = paolo) => who.call(contracts.getSignOnSettings, {});
  const { redirectUrl, logoutUrl } = await settings();
  provider.serve({ redirectUrl, logoutUrl });

  async function goThrough(name: string, given: Through = {}): Promise<Came> {
    const { visitor = server.visitor(), browser = new ProviderBrowser(provider), customCode = 'DEMO', change } = given;
    const email = given.email === undefined ? {} : { email: given.email };
    const { url, secret } = await visitor.call(contracts.startSignOn, { customCode, ...email });
    const back = new URL(await browser.signIn(url, name, { aborts: given.aborts ?? false }));
    change?.(back);
    const { status, headers } = await visitor.raw(back.href);
    const location = headers.get('location') ?? '';
    if (status !== 303) throw new Error(`The server answered ${status}`);
    return { visitor, browser, callback: back.href, location, ticket: ticketIn(location), secret };
  }

  return {
    provider,
    server,
    paolo,
    settings,
    async connect(given = {}, who = paolo) {
      const { version: basedOn } = await settings(who);
      const role = 'defaultRole' in given ? {} : { defaultRole: 'OPERATOR' as const };
      const input = { basedOn, ...connectionOf(provider), ...role, ...given };
      return await who.call(contracts.saveSignOn, input as Input);
    },
    async own(domain, who = paolo) {
      const { domains } = await who.call(contracts.addSignOnDomain, { domain });
      const added = domains.find((one) => one.domain === domain);
      provider.texts.set(added?.recordName ?? '', [added?.recordValue ?? '']);
      await who.call(contracts.confirmSignOnDomain, { domain });
    },
    goThrough,
    async signIn(name, given) {
      const { visitor, ticket, secret } = await goThrough(name, given);
      const { deviceId } = visitor;
      const login = await visitor.call(contracts.finishSignOn, {
        ticket,
        secret,
        deviceId,
        appOs: 'web',
        model: 'Test',
      });
      const { contactId } = await server.context.access.read(login.token.token);
      return SignedInClient.of(visitor, contactId, login);
    },
    async close() {
      await server.close();
      await provider.close();
    },
  };
}
