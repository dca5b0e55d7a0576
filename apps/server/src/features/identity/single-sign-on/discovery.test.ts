/** Whose discovery documents are taken, and whose tokens with them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { refusal } from '../../../../testing/start-test-server';

/** Longer than a document counts. */
const CACHED_MS = 11 * 60_000;

let world: SignOnWorld;
beforeAll(async () => {
  world = await startSignOnWorld();
  world.provider.accounts.set('giulia', { email: 'operator@demo.example', email_verified: true });
});
afterAll(() => world.close());
afterEach(() => {
  world.provider.distort = null;
  world.provider.documents.clear();
});

/** Signs in at a provider that is `issuer`, with an ID token that says `iss`. */
async function signIn(issuer: string, iss: string) {
  world.provider.distort = (claims) => ({ claims: { ...claims, iss } });
  // The answer names its issuer, too (RFC 9207).
  return await world.signIn('giulia', { change: (url) => url.searchParams.set('iss', issuer) });
}

test.each([
  ['', '/'],
  ['/', '/'],
  ['/', ''],
  ['/.well-known/openid-configuration', '/'],
  ['/.well-known/openid-configuration', ''],
  ['/realms/one', '/realms/one/'],
  ['/realms/one', '/realms/one'],
  ['/realms/one/', '/realms/one/'],
  ['/realms/one/', '/realms/one'],
  ['/realms/one/.well-known/openid-configuration', '/realms/one/'],
  ['/realms/one/.well-known/openid-configuration', '/realms/one'],
])(
  'below the typed address %j a document that states %j is taken, and tokens of just that issuer',
  async (typed, stated) => {
    const { provider } = world;
    const issuer = `${provider.issuer}${stated}`;
    const other = stated.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`;
    const path = `${stated.replace(/\/$/, '')}/.well-known/openid-configuration`;
    provider.documents.set(path, { issuer });
    expect((await world.connect({ issuer: `${provider.issuer}${typed}` })).connection?.issuer).toBe(issuer);
    await expect(signIn(issuer, issuer)).resolves.toBeTruthy();
    await expect(signIn(issuer, other)).rejects.toEqual(refusal('providerWrongIssuer'));
    await expect(signIn(other, issuer)).rejects.toEqual(refusal('providerUntrusted'));

    // From then on the document has to state just that.
    provider.documents.set(path, { issuer: other });
    world.server.clock.advance(CACHED_MS);
    const later = signIn(other, other);
    await expect(later).rejects.toEqual(refusal('providerMisconfigured'));
    world.server.clock.advance(-CACHED_MS);
  },
);

test.each(['/realms/two', '/realms/one//', '', '/realms/one/x', 'no address'])(
  'a document that states %j is not of the address /realms/one',
  async (stated) => {
    const { provider } = world;
    const issuer = stated === 'no address' ? stated : `${provider.issuer}${stated}`;
    provider.documents.set('/realms/one/.well-known/openid-configuration', { issuer });
    for (const typed of ['', '/'])
      await expect(world.connect({ issuer: `${provider.issuer}/realms/one${typed}` })).rejects.toEqual(
        refusal('providerMisconfigured'),
      );
  },
);
