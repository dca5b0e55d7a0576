/** Signing in by an identity provider in a mobile app: the provider's page is in another app, and a link comes back (RFC 8252). */
import { createHash, randomBytes } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderBrowser } from '../../../../testing/provider-browser';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { refusal, SignedInClient, type TestClient } from '../../../../testing/start-test-server';
import { dataOf } from '../../../../testing/wire';

let world: SignOnWorld;
beforeAll(async () => {
  world = await startSignOnWorld();
  await world.own('new.example');
  await world.connect();
  world.provider.accounts.set('nora', { email: 'nora@new.example', email_verified: true, name: 'Nora Blu' });
});
afterAll(() => world.close());

const createVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** What the browser shows at the end. */
interface Came {
  readonly visitor: TestClient;
  readonly verifier: string;
  readonly callback: string;
  readonly page: string;
  readonly headers: Headers;
  readonly ticket: string;
}

const linkIn = (page: string) => /href="([^"]+:\/\/[^"]+)"/.exec(page)?.[1] ?? '';
const ticketIn = (link: string) =>
  /^com\.example\.earth:\/\/open\/login\/#signOn=(app\.[\w-]{43})$/.exec(link)?.[1] ?? '';

async function start(visitor = world.server.visitor(), verifier = createVerifier()) {
  const challenge = challengeOf(verifier);
  const { url, scheme } = await visitor.call(contracts.startSignOnInApp, { customCode: 'DEMO', challenge });
  return { visitor, verifier, url, scheme };
}

/** As far as the page with the link. */
async function goThrough(change: (url: URL) => void = () => undefined, aborts = false): Promise<Came> {
  const { visitor, verifier, url } = await start();
  const back = new URL(await new ProviderBrowser(world.provider).signIn(url, 'nora', { aborts }));
  change(back);
  const { headers, body } = await read(back.href);
  return { visitor, verifier, callback: back.href, page: body, headers, ticket: ticketIn(linkIn(body)) };
}

/** As a browser in another language, which has no session and no key of the API. */
async function read(url: string, language = 'en') {
  const answer = await fetch(url, { headers: { 'accept-language': language }, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const finish = (visitor: TestClient, shown: { readonly ticket: string; readonly verifier?: string }) =>
  visitor.call(contracts.finishSignOnInApp, {
    verifier: '',
    ...shown,
    deviceId: visitor.deviceId,
    appOs: 'android',
    model: 'Phone',
  });

async function countSessions(): Promise<number> {
  const { rows } = await world.server.context.pool.query('select 1 from sessions where sign_on_issuer is not null');
  return rows.length;
}

test('a link brings the ticket back to the app, which signs in with the verifier', async () => {
  const { visitor, ticket, verifier } = await goThrough();
  expect(ticket).not.toBe('');
  const login = await finish(visitor, { ticket, verifier });
  const { contactId } = await world.server.context.access.read(login.token.token);
  const nora = SignedInClient.of(visitor, contactId, login);
  expect(await nora.call(contracts.getProfile, {})).toMatchObject({ name: 'Nora Blu', email: 'nora@new.example' });
});

test('the page in the browser opens the app by itself and by a tap, in the language of the browser, and is not kept', async () => {
  const { page, headers, callback } = await goThrough();
  const link = linkIn(page);
  expect(page).toContain(`content="0; url=${link}"`);
  expect(page).toContain('Open Earth');
  expect(page).not.toContain('<script');
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  // Loaded again, as of a restored tab: it says where to go, opens nothing by itself, and its ticket signs nobody in.
  const again = await read(callback, 'it');
  expect(again.body).toContain('<html lang="it">');
  expect(again.body).not.toContain('http-equiv="refresh"');
  expect(again.body).toContain('Torna a Earth');
  const visitor = world.server.visitor();
  await expect(finish(visitor, { ticket: ticketIn(linkIn(again.body)) })).rejects.toEqual(refusal('signOnExpired'));
});

test('a ticket serves once', async () => {
  const { visitor, ticket, verifier } = await goThrough();
  await finish(visitor, { ticket, verifier });
  await expect(finish(visitor, { ticket, verifier })).rejects.toEqual(refusal('signOnExpired'));
});

test('another app that gets the link has no verifier: the ticket signs nobody in, and is used up', async () => {
  for (const wrong of [createVerifier(), '']) {
    const before = await countSessions();
    const { visitor, ticket, verifier } = await goThrough();
    await expect(finish(world.server.visitor(), { ticket, verifier: wrong })).rejects.toEqual(
      refusal('signOnElsewhere'),
    );
    await expect(finish(visitor, { ticket, verifier })).rejects.toEqual(refusal('signOnExpired'));
    expect(await countSessions()).toBe(before);
  }
});

test('the challenge, which others may have seen, is no verifier', async () => {
  const { visitor, ticket, verifier } = await goThrough();
  await expect(finish(visitor, { ticket, verifier: challengeOf(verifier) })).rejects.toEqual(
    refusal('signOnElsewhere'),
  );
});

test('the link of an attacker’s sign-in does not sign a victim in, who has started one of their own', async () => {
  const before = await countSessions();
  const attacker = await goThrough();
  const victim = await start();
  await expect(finish(victim.visitor, { ticket: attacker.ticket, verifier: victim.verifier })).rejects.toEqual(
    refusal('signOnElsewhere'),
  );
  expect(await countSessions()).toBe(before);
});

test('a ticket, and a sign-in, that took too long have expired; the app is told, not the browser', async () => {
  const { clock } = world.server;
  const { visitor, ticket, verifier } = await goThrough();
  const afterTicket = contracts.SIGN_ON_TICKET_SECONDS * 1000 + 1;
  clock.advance(afterTicket);
  await expect(finish(visitor, { ticket, verifier })).rejects.toEqual(refusal('signOnExpired'));
  clock.advance(-afterTicket);
  const late = contracts.SIGN_ON_MINUTES * 60_000 + 1;
  const slow = await goThrough(() => clock.advance(late));
  clock.advance(-late);
  expect(slow.ticket).not.toBe('');
  await expect(finish(slow.visitor, slow)).rejects.toEqual(refusal('signOnExpired'));
});

test('a failure goes to the app, which says it', async () => {
  const { visitor, ticket, verifier } = await goThrough(undefined, true);
  await expect(finish(visitor, { ticket, verifier })).rejects.toEqual(refusal('providerRefused'));
});

test('what a page has started is not finished in the app, and what the app has started in no page', async () => {
  const device = { deviceId: 'another-device', appOs: 'web', model: 'Test' } as const;
  const ofPage = await world.goThrough('nora');
  expect(ofPage.location).toMatch(/^\/login\/#signOn=[\w-]+$/);
  for (const ticket of [ofPage.ticket, `app.${ofPage.ticket}`])
    await expect(finish(ofPage.visitor, { ticket, verifier: ofPage.secret })).rejects.toMatchObject({
      error: ticket.startsWith('app.') ? 'signOnExpired' : 'invalidInput',
    });
  const ofApp = await goThrough();
  const { visitor, verifier: secret } = ofApp;
  await expect(visitor.call(contracts.finishSignOn, { ticket: ofApp.ticket, secret, ...device })).rejects.toMatchObject(
    { error: 'invalidInput' },
  );
  await expect(
    visitor.call(contracts.finishSignOn, { ticket: ofApp.ticket.slice('app.'.length), secret, ...device }),
  ).rejects.toEqual(refusal('signOnExpired'));
});

test('a state that is made into one of an app, or of a page, finds no sign-in', async () => {
  const toPage = await start();
  const back = new URL(await new ProviderBrowser(world.provider).signIn(toPage.url, 'nora'));
  back.searchParams.set('state', (back.searchParams.get('state') ?? '').replace(/^app\./, ''));
  const { status, headers } = await read(back.href);
  expect(status).toBe(303);
  const ticket = headers.get('location')?.split('=')[1] ?? '';
  const device = { deviceId: toPage.visitor.deviceId, appOs: 'web', model: 'Test' } as const;
  await expect(
    toPage.visitor.call(contracts.finishSignOn, { ticket, secret: toPage.verifier, ...device }),
  ).rejects.toEqual(refusal('signOnExpired'));
  const { visitor } = toPage;
  const { url, secret } = await visitor.call(contracts.startSignOn, { customCode: 'DEMO' });
  const other = new URL(await new ProviderBrowser(world.provider).signIn(url, 'nora'));
  other.searchParams.set('state', `app.${other.searchParams.get('state')}`);
  const link = linkIn((await read(other.href)).body);
  await expect(finish(visitor, { ticket: ticketIn(link), verifier: secret })).rejects.toEqual(refusal('signOnExpired'));
});

test('where the ticket goes is the server’s choice: no request can name another scheme or address', async () => {
  const own = { customCode: 'DEMO', challenge: challengeOf(createVerifier()) };
  const others = { scheme: 'com.evil.app', redirectUrl: 'https://evil.example', base: 'https://evil.example' };
  const began = await dataOf<{ readonly url: string; readonly scheme: string }>(
    world.server.visitor(),
    'POST /services/auth?startSignOnInApp&scheme=com.evil.app',
    { ...own, ...others },
  );
  expect(began.scheme).toBe('com.example.earth');
  expect(new URL(began.url).searchParams.get('redirect_uri')).toBe((await world.settings()).redirectUrl);
  const { page } = await goThrough((back) => back.searchParams.set('scheme', 'com.evil.app'));
  expect(linkIn(page)).toMatch(/^com\.example\.earth:\/\/open\/login\/#/);
  expect(page).not.toContain('evil');
});

test('refuses requests that are none', async () => {
  const visitor = world.server.visitor();
  const challenge = challengeOf(createVerifier());
  await expect(visitor.call(contracts.startSignOnInApp, { customCode: 'TILES', challenge })).rejects.toEqual(
    refusal('notFound'),
  );
  for (const wrong of ['', 'short', `${challenge}=`, 'ä'.repeat(43)])
    await expect(
      visitor.call(contracts.startSignOnInApp, { customCode: 'DEMO', challenge: wrong }),
    ).rejects.toMatchObject({ error: 'invalidInput' });
  for (const flag of ['startSignOnInApp', 'finishSignOnInApp']) {
    expect((await visitor.raw(`/services/auth?${flag}`, { method: 'POST' })).status).toBe(400);
    expect((await fetch(`${world.server.url}/services/auth?${flag}`, { method: 'POST' })).status).toBe(401);
  }
});
