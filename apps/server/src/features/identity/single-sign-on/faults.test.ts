/** What goes wrong with a provider: each is said by a name of its own, nothing is lost, and nobody gets in. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { refusal } from '../../../../testing/start-test-server';
import { messageOf } from '../../../http/error-words';

let world: SignOnWorld;
beforeAll(async () => {
  world = await startSignOnWorld();
  await world.own('new.example');
  await world.connect();
  world.provider.accounts.set('nora', { email: 'nora@new.example', email_verified: true, name: 'Nora Blu' });
});
afterAll(() => world.close());
afterEach(() => {
  world.provider.distort = null;
});

const finish = (
  { visitor, ticket, secret }: Pick<Awaited<ReturnType<SignOnWorld['goThrough']>>, 'visitor' | 'ticket' | 'secret'>,
  given: { ticket?: string; secret?: string } = {},
) =>
  visitor.call(contracts.finishSignOn, {
    ticket,
    secret,
    deviceId: visitor.deviceId,
    appOs: 'web',
    model: 'Test',
    ...given,
  });

/** Nobody is in, and nobody was made. */
async function expectNobody(): Promise<void> {
  const { pool } = world.server.context;
  const { rows } = await pool.query(`select 1 from contacts where email like '%@new.example'`);
  expect(rows).toEqual([]);
  expect((await pool.query('select 1 from sessions where sign_on_issuer is not null')).rows).toEqual([]);
}

const seconds = () => Math.floor(Date.now() / 1000);

test.each<[string, NonNullable<SignOnWorld['provider']['distort']>, contracts.ErrorName]>([
  ['another audience', (claims) => ({ claims: { ...claims, aud: 'another-client' } }), 'providerWrongAudience'],
  ['another issuer', (claims) => ({ claims: { ...claims, iss: 'https://evil.example' } }), 'providerWrongIssuer'],
  ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'replayed' } }), 'providerUntrusted'],
  ['another key', (claims) => ({ claims, hasOtherKey: true }), 'providerUntrusted'],
  ['no signature', (claims) => ({ claims, alg: 'none' }), 'providerUntrusted'],
  ['the client’s secret as its key', (claims) => ({ claims, alg: 'HS256' }), 'providerMisconfigured'],
  ['an id that is too long', (claims) => ({ claims: { ...claims, sub: 'x'.repeat(256) } }), 'providerMisconfigured'],
  ['an id that cannot be stored', (claims) => ({ claims: { ...claims, sub: 'x\0' } }), 'providerMisconfigured'],
  ['an end that is over', (claims) => ({ claims: { ...claims, exp: seconds() - 600 } }), 'providerClockOff'],
  ['a time that has not come', (claims) => ({ claims: { ...claims, iat: seconds() + 900 } }), 'providerClockOff'],
  ['a time long ago', (claims) => ({ claims: { ...claims, iat: seconds() - 900 } }), 'providerClockOff'],
])('refuses an ID token with %s', async (_, distort, name) => {
  world.provider.distort = distort;
  const came = await world.goThrough('nora');
  await expect(finish(came)).rejects.toEqual(refusal(name));
  await expectNobody();
});

test.each([
  ['behind', -3600_000],
  ['ahead', 3600_000],
])('says it if the server’s clock is %s', async (_, ms) => {
  const { clock } = world.server;
  clock.advance(ms);
  try {
    await expect(finish(await world.goThrough('nora'))).rejects.toEqual(refusal('providerClockOff'));
  } finally {
    clock.advance(-ms);
  }
  await expectNobody();
});

test.each<[string, object, contracts.ErrorName]>([
  ['without an e-mail address', { name: 'Nobody' }, 'signOnNoEmail'],
  ['with an address that is not verified', { email: 'x@new.example', email_verified: false }, 'signOnEmailUnverified'],
  ['that says nothing about the address', { email: 'x@new.example' }, 'signOnEmailUnverified'],
  ['of another domain', { email: 'x@elsewhere.example', email_verified: true }, 'signOnOtherDomain'],
])('refuses an account %s', async (_, account, name) => {
  const id = randomUUID();
  world.provider.accounts.set(id, account);
  await expect(world.signIn(id)).rejects.toEqual(refusal(name));
  await expectNobody();
});

test('that one address is verified says nothing of another one', async () => {
  await world.connect({ roleClaim: 'roles', defaultRole: 'OPERATOR' });
  world.provider.distort = (claims) => ({ claims: { ...claims, email: 'operator@demo.example' } });
  await expect(world.signIn('nora')).rejects.toEqual(refusal('signOnEmailUnverified'));
  await world.connect();
  await expectNobody();
});

test('an ID token without an address verifies none: that of the userinfo is what the userinfo says', async () => {
  world.provider.accounts.set('eve', { email: 'operator@demo.example', email_verified: false });
  world.provider.distort = (claims) => ({ claims: { ...claims, email_verified: true, xms_edov: true } });
  await expect(world.signIn('eve')).rejects.toEqual(refusal('signOnEmailUnverified'));
  await expectNobody();
});

test('no redirect of the provider is followed, and no answer is read without an end', async () => {
  const { answers, requests } = world.provider;
  answers.set('/token', (ctx) => {
    ctx.status = 307;
    ctx.set('location', '/elsewhere');
  });
  await expect(world.signIn('nora')).rejects.toEqual(refusal('providerMisconfigured'));
  expect(requests).toContain('/token');
  expect(requests).not.toContain('/elsewhere');
  answers.set('/token', (ctx) => {
    ctx.body = { ...(ctx.body as object), more: 'x'.repeat(200_000) };
  });
  await expect(world.signIn('nora')).rejects.toEqual(refusal('providerUnreachable'));
  answers.clear();
  await expectNobody();
});

test('makes nobody if the company does not want it', async () => {
  await world.connect({ makesPeople: false });
  await expect(world.signIn('nora')).rejects.toEqual(refusal('signOnUnknown'));
  await world.connect();
  await expectNobody();
});

test('a cancelled sign-in says so', async () => {
  const came = await world.goThrough('nora', { aborts: true });
  await expect(finish(came)).rejects.toEqual(refusal('providerRefused'));
  await expectNobody();
});

test('an answer serves once: neither the address, nor the code, nor the ticket can be replayed', async () => {
  const came = await world.goThrough('nora', { change: (url) => url.searchParams.set('code', 'guessed') });
  await expect(finish(came)).rejects.toEqual(refusal('providerCodeUsed'));
  await expectNobody();

  const first = await world.goThrough('nora');
  const replayed = await first.visitor.raw(first.callback);
  expect(replayed.status).toBe(303);
  const ticket = /#signOn=([\w-]+)$/.exec(replayed.headers.get('location') ?? '')?.[1] ?? '';
  await expect(finish(first, { ticket })).rejects.toEqual(refusal('signOnExpired'));

  const used = new URL(first.callback).searchParams.get('code') ?? '';
  const second = await world.goThrough('nora', { change: (url) => url.searchParams.set('code', used) });
  await expect(finish(second)).rejects.toEqual(refusal('providerCodeUsed'));

  const good = await world.goThrough('nora');
  await finish(good);
  await expect(finish(good)).rejects.toEqual(refusal('signOnExpired'));
  await world.server.context.pool.query(`delete from contacts where email = 'nora@new.example'`);
  await world.server.context.pool.query(`delete from sessions where sign_on_issuer is not null`);
});

test('what another browser brings back signs nobody in', async () => {
  const attacker = await world.goThrough('nora');
  const victim = world.server.visitor();
  const stolen = { ...attacker, visitor: victim };
  await expect(finish(stolen, { secret: '' })).rejects.toEqual(refusal('signOnElsewhere'));
  // It was used up.
  await expect(finish(attacker)).rejects.toEqual(refusal('signOnExpired'));
  const unknown = await world.goThrough('nora', { change: (url) => url.searchParams.set('state', randomUUID()) });
  await expect(finish(unknown)).rejects.toEqual(refusal('signOnExpired'));
  await expectNobody();
});

test('a sign-in that took too long has expired, and so has a ticket', async () => {
  const { clock } = world.server;
  const late = contracts.SIGN_ON_MINUTES * 60_000 + 1;
  const slow = await world.goThrough('nora', { change: () => clock.advance(late) });
  clock.advance(-late);
  await expect(finish(slow)).rejects.toEqual(refusal('signOnExpired'));
  const came = await world.goThrough('nora');
  clock.advance(contracts.SIGN_ON_TICKET_SECONDS * 1000 + 1);
  await expect(finish(came)).rejects.toEqual(refusal('signOnExpired'));
  clock.advance(-contracts.SIGN_ON_TICKET_SECONDS * 1000 - 1);
  await expectNobody();
});

test('an answer for another company’s address is none', async () => {
  const came = await world.goThrough('nora', {
    change: (url) => {
      url.pathname = url.pathname.replace(/[\da-f-]{36}/, randomUUID());
    },
  });
  await expect(finish(came)).rejects.toEqual(refusal('signOnExpired'));
  await expectNobody();
});

test('somebody who is disabled here stays out', async () => {
  const { pool } = world.server.context;
  world.provider.accounts.set('luca', { email: 'assisted@demo.example', email_verified: true });
  await pool.query(`update contacts set disabled_at = now() where email = 'assisted@demo.example'`);
  await expect(world.signIn('luca')).rejects.toEqual(refusal('signOnDisabled'));
  await pool.query(`update contacts set disabled_at = null where email = 'assisted@demo.example'`);
});

test('refuses requests that are none', async () => {
  const visitor = world.server.visitor();
  await expect(visitor.call(contracts.startSignOn, { customCode: 'TILES' })).rejects.toEqual(refusal('notFound'));
  await expect(visitor.call(contracts.startSignOn, { customCode: 'NOBODY' })).rejects.toEqual(refusal('notFound'));
  for (const [path, status] of [
    ['/services/auth?startSignOn', 400],
    ['/services/auth?finishSignOn', 400],
  ] as const)
    expect((await visitor.raw(path, { method: 'POST' })).status).toBe(status);
  for (const flag of ['startSignOn', 'finishSignOn'])
    expect((await fetch(`${world.server.url}/services/auth?${flag}`, { method: 'POST' })).status).toBe(401);
  expect((await visitor.raw('/services/sign-on/x/callback?state=1')).status).toBe(400);
  expect((await visitor.raw(`/services/sign-on/${randomUUID()}/callback?${'x'.repeat(9000)}`)).status).toBe(400);
});

test('each refusal has words in both languages, and none of them a name', () => {
  for (const name of contracts.signOnErrors)
    for (const language of ['en', 'it']) expect(messageOf(name, language).length).toBeGreaterThan(30);
});

describe('a provider that is slow', () => {
  const DISCOVERY = '/.well-known/openid-configuration';
  // Longer than a document counts.
  beforeEach(() => world.server.clock.advance(11 * 60_000));
  afterEach(() => world.provider.stuck.clear());

  /** Ends the time of each request to providers as soon as one for `path` has reached the provider, which does not answer it. */
  async function letTimePass<Result>(path: string, ask: () => Promise<Result>): Promise<Result> {
    const { requests } = world.provider;
    const limits: AbortController[] = [];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      if (ms === 10_000) limits.push(limit);
      return limit.signal;
    });
    const before = requests.length;
    const endTime = async () => {
      await expect.poll(() => requests.slice(before)).toContain(path);
      for (const limit of limits) limit.abort(new DOMException('Too long', 'TimeoutError'));
    };
    const [answer] = await Promise.all([ask().finally(() => timeout.mockRestore()), endTime()]);
    return answer;
  }

  test.each(['unanswered', 'unfinished'] as const)('with its discovery document, which is %s, says so', async (way) => {
    world.provider.stuck.set(DISCOVERY, way);
    const start = () => world.server.visitor().call(contracts.startSignOn, { customCode: 'DEMO' });
    const refused = await letTimePass(DISCOVERY, () => start().catch((error: unknown) => error));
    expect(refused).toEqual(refusal('providerUnreachable'));
    expect(refused).toMatchObject({ message: expect.stringContaining('doesn’t respond') });
    await expectNobody();
    world.provider.stuck.clear();
    await expect(start()).resolves.toBeTruthy();
  });

  test.each([
    ['/token', 'unanswered'],
    ['/token', 'unfinished'],
    ['/jwks', 'unanswered'],
  ] as const)('at %s, which is %s, lets nobody in, and says so', async (path, way) => {
    world.provider.stuck.set(path, way);
    const came = await letTimePass(path, () => world.goThrough('nora'));
    await expect(finish(came)).rejects.toEqual(refusal('providerUnreachable'));
    world.provider.stuck.clear();
    await expect(finish(came)).rejects.toEqual(refusal('signOnExpired'));
    await expectNobody();
  });
});

test('a provider that is gone says so, and keeps nobody from signing in by a code', async () => {
  const gone = await startSignOnWorld();
  try {
    await gone.connect();
    gone.provider.accounts.set('giulia', { email: 'operator@demo.example', email_verified: true });
    const began = await gone.server.visitor().call(contracts.startSignOn, { customCode: 'DEMO' });
    expect(began.url).toContain(gone.provider.issuer);
    // The discovery document is cached: the page of the provider is what the user sees.
    gone.server.clock.advance(11 * 60_000);
    gone.provider.goAway();
    await expect(gone.server.visitor().call(contracts.startSignOn, { customCode: 'DEMO' })).rejects.toEqual(
      refusal('providerUnreachable'),
    );
    await expect(gone.server.signIn('operator')).resolves.toBeTruthy();
  } finally {
    await gone.close();
  }
});
