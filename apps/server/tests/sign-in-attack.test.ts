/** Attacks on signing in by a stranger with any number of devices and addresses; the clock is simulated. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  lastCode,
  lastInvitation,
  refusal,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../testing/start-test-server';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const appCode = 'earth';
const device = { appOs: 'web', model: 'Test' } as const;

let server: TestServer;
let victim: { readonly email: string; readonly customCode: string };
beforeEach(async () => {
  server = await startTestServer({
    CODE_RESEND_SECONDS: '30',
    SIGN_IN_MAILS_PER_HOUR: '6',
    SIGN_IN_TRIES_PER_HOUR: '10',
    SIGN_IN_ADDRESS_PER_HOUR: '100',
  });
  const { email, customCode } = server.people.operator;
  victim = { email, customCode };
});
afterEach(() => server.close());

let addresses = 0;
/** Behind the proxy on this machine, which forwards the client's address. */
function newAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` };
}

const mailsTo = (email: string) => (server.context.outbox?.recent() ?? []).filter(({ to }) => to === email).length;

const ask = (client: TestClient, headers = {}) => client.call(contracts.confirmCode, victim, headers);
const guess = (client: TestClient, password: string, headers = {}) =>
  client.call(contracts.signIn, { ...victim, password, deviceId: client.deviceId, ...device }, headers);

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

/** Signs in as a browser does, which stores the cookie. @returns the header by which it is known from then on */
async function browserOf(
  client: TestClient,
): Promise<{ readonly known: { readonly cookie: string }; readonly refreshToken: string }> {
  await ask(client);
  const body = new URLSearchParams({
    ...victim,
    password: lastCode(server.context, victim.email),
    deviceId: client.deviceId,
    ...device,
  });
  const { status, headers, json } = await client.raw('/services/auth?token', { method: 'POST', body });
  expect(status).toBe(200);
  const given = headers.get('set-cookie') ?? '';
  expect(given).toMatch(/^earth_device=[\w-]{43}; Max-Age=15552000; Path=\/services\/auth; HttpOnly; SameSite=Strict$/);
  const login = contracts.decode(contracts.signIn.data, contracts.envelope.parse(json).data);
  if (!login.success) throw new Error('The sign-in broke the contract');
  return { known: { cookie: given.split(';')[0] ?? '' }, refreshToken: login.data.token.refreshToken };
}

/**
 * Requests and guesses codes for so many hours, each time as another device at another address; also as a known device of the
 * victim.
 */
async function attack(
  hours: number,
  everyMinutes: number,
  deviceId: () => string,
): Promise<{ guesses: number; mails: number }> {
  const before = mailsTo(victim.email);
  let guesses = 0;
  for (let minute = 0; minute < hours * 60; minute += everyMinutes) {
    const client = server.visitor(deviceId());
    const headers = newAddress();
    await ask(client, headers).catch(() => undefined);
    for (let tries = 0; tries < 3; tries += 1) {
      const outcome = await guess(client, 'x', headers).catch((error: { error?: string }) => error.error);
      expect(['invalidCode', 'tooManyTries']).toContain(outcome);
      if (outcome === 'invalidCode') guesses += 1;
    }
    server.clock.advance(everyMinutes * MINUTE);
  }
  return { guesses, mails: mailsTo(victim.email) - before };
}

describe('a stranger with endless devices and addresses', () => {
  test('cannot go on guessing or flood a mailbox, by the hour and by the day', async () => {
    const first = await attack(1, 5, randomUUID);
    expect(first.guesses).toBeLessThanOrEqual(10);
    expect(first.mails).toBeLessThanOrEqual(6);
    const rest = await attack(23, 20, randomUUID);
    expect(first.guesses + rest.guesses).toBeLessThanOrEqual(40);
    expect(first.mails + rest.mails).toBeLessThanOrEqual(24);
    // The limits are no permanent lock.
    server.clock.advance(DAY);
    await expect(ask(server.visitor(), newAddress())).resolves.toBeNull();
  }, 60_000);

  test('does not lock out the owner of a device that was signed in before, though its id is known', async () => {
    const phone = server.visitor();
    const { known } = await browserOf(phone);
    server.clock.advance(HOUR);
    await attack(0.5, 2, () => phone.deviceId);
    await ask(server.visitor(), newAddress()).catch(() => undefined);
    await expect(ask(server.visitor(), newAddress())).rejects.toEqual(refusal('tooManyTries'));

    await expect(ask(phone, known)).resolves.toBeNull();
    const code = lastCode(server.context, victim.email);
    // The attacker, who claims to be that device, neither replaces the code nor uses up its attempts.
    for (let tries = 0; tries < 6; tries += 1) {
      await ask(server.visitor(phone.deviceId), newAddress()).catch(() => undefined);
      await guess(server.visitor(phone.deviceId), wrongOf(code), newAddress()).catch(() => undefined);
    }
    await expect(guess(phone, code, known)).resolves.toHaveProperty('token');
  });

  test('does not use up the code of another device', async () => {
    const fresh = server.visitor();
    await ask(fresh);
    const code = lastCode(server.context, victim.email);
    for (let tries = 0; tries < 5; tries += 1)
      await expect(guess(server.visitor(), code, newAddress())).rejects.toEqual(refusal('invalidCode'));
    server.clock.advance(MINUTE);
    await expect(guess(fresh, code)).resolves.toHaveProperty('token');
  });

  test('does not block an invitation', async () => {
    const operator = await server.signIn('operator');
    const email = 'new@pump.example';
    const roleUniqueId = contracts.ROLE_IDS.ASSISTED;
    await operator.call(contracts.invite, { email, name: 'New', roleUniqueId });
    const { code } = lastInvitation(server.context, email);
    const wrong = { email, invitationCode: code.startsWith('1') ? '2'.repeat(12) : '1'.repeat(12) };
    const stranger = server.visitor();
    const there = newAddress();
    const outcomes = new Set<string | undefined>();
    for (let tries = 0; tries < 20; tries += 1)
      await stranger
        .call(contracts.readInvitation, wrong, there)
        .catch((error: { error?: string }) => outcomes.add(error.error));
    // That device is blocked, and for the same address the invitation is as it was.
    expect([...outcomes]).toEqual(['invalidCode', 'tooManyTries']);
    for (let tries = 0; tries < 20; tries += 1)
      await server
        .visitor()
        .call(contracts.readInvitation, wrong, newAddress())
        .catch(() => undefined);
    const invited = server.visitor();
    const accepted = { email, invitationCode: code, deviceId: invited.deviceId, ...device };
    await expect(invited.call(contracts.register, accepted)).resolves.toHaveProperty('customer.code', 'DEMO');
  });

  test('does not block a guest link, and is blocked', async () => {
    const operator = await server.signIn('operator');
    const { url } = await operator.call(contracts.makeGuestLink, {});
    const code = url.split('#')[1] ?? '';
    const stranger = server.visitor();
    const outcomes = new Set<string | undefined>();
    for (let tries = 0; tries < 12; tries += 1)
      await stranger
        .call(contracts.readGuestLink, { code: 'x'.repeat(32) })
        .catch((error: { error?: string }) => outcomes.add(error.error));
    expect([...outcomes]).toEqual(['invalidCode', 'tooManyTries']);
    await expect(server.visitor(stranger.deviceId).call(contracts.readGuestLink, { code })).resolves.toHaveProperty(
      'host',
    );
  });
});

test('many accounts from one address: the address is blocked, and signed-in devices go on', async () => {
  const phone = server.visitor();
  const { known } = await browserOf(phone);
  const there = newAddress();
  const outcomes: (string | undefined)[] = [];
  for (let index = 0; index < 130; index += 1) {
    const client = server.visitor();
    const input = { email: `p${index}@demo.example`, customCode: 'DEMO', password: '1', deviceId: client.deviceId };
    outcomes.push(
      await client.call(contracts.signIn, { ...input, ...device }, there).then(
        () => undefined,
        (error: { error?: string }) => error.error,
      ),
    );
  }
  expect(outcomes.filter((outcome) => outcome === 'invalidCode').length).toBeLessThanOrEqual(100);
  expect(outcomes.at(-1)).toBe('tooManyTries');
  server.clock.advance(MINUTE);
  await expect(ask(phone, { ...there, ...known })).resolves.toBeNull();
  const code = lastCode(server.context, victim.email);
  await expect(guess(phone, code, { ...there, ...known })).resolves.toHaveProperty('token');
});

describe('a known device', () => {
  const refresh = async ({ deviceId }: TestClient, refreshToken: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ refreshToken, deviceId });
    const answer = await server.visitor().raw('/services/auth?refreshToken', { method: 'POST', body, headers });
    expect(answer.status).toBe(200);
    const pair = contracts.decode(contracts.refreshToken.data, contracts.envelope.parse(answer.json).data);
    if (!pair.success) throw new Error('The refresh broke the contract');
    return { refreshToken: pair.data.refreshToken, cookie: answer.headers.get('set-cookie') };
  };
  const knownDevices = async () =>
    (await server.context.pool.query<{ used_at: Date }>('select used_at from known_devices')).rows;

  test('stays known at a refresh, and no other becomes known by it', async () => {
    const phone = server.visitor();
    const { known, refreshToken } = await browserOf(phone);
    const other = await server.signIn('operator2');
    const before = await knownDevices();
    server.clock.advance(DAY);

    const bare = await refresh(phone, refreshToken);
    expect(bare.cookie).toBeNull();
    const made = await refresh(phone, bare.refreshToken, { cookie: `earth_device=${'x'.repeat(43)}` });
    expect(made.cookie).toBeNull();
    // Known for another person.
    expect((await refresh(other, other.refreshToken, known)).cookie).toBeNull();
    expect(await knownDevices()).toEqual(before);

    const renewed = await refresh(phone, made.refreshToken, known);
    expect(renewed.cookie).toContain(`${known.cookie}; Max-Age=15552000;`);
    const after = await knownDevices();
    expect(after).toHaveLength(before.length);
    const dayBefore = server.clock.now().getTime() - DAY / 2;
    expect(after.filter(({ used_at }) => used_at.getTime() > dayBefore)).toHaveLength(1);
  });

  test('shares limits with the other known ones of the person', async () => {
    const devices: { readonly client: TestClient; readonly known: Record<string, string> }[] = [];
    // Each sign-in without a cookie gets a new token, on the same device too.
    const deviceId = randomUUID();
    for (let index = 0; index < 10; index += 1) {
      const client = server.visitor(deviceId);
      devices.push({ client, known: (await browserOf(client)).known });
      server.clock.advance(HOUR);
    }
    server.clock.advance(DAY);
    const before = mailsTo(victim.email);
    let guesses = 0;
    for (let minute = 0; minute < 60; minute += 2) {
      for (const { client, known } of devices) {
        const headers = { ...known, ...newAddress() };
        await ask(client, headers).catch(() => undefined);
        await guess(client, 'x', headers).then(
          () => undefined,
          ({ error }: { readonly error?: string }) => {
            if (error === 'invalidCode') guesses += 1;
          },
        );
      }
      server.clock.advance(2 * MINUTE);
    }
    // More than one device has, and at most as many as four have.
    expect(guesses).toBeGreaterThan(10);
    expect(guesses).toBeLessThanOrEqual(40);
    expect(mailsTo(victim.email) - before).toBeGreaterThan(6);
    expect(mailsTo(victim.email) - before).toBeLessThanOrEqual(24);
  }, 60_000);

  test.each([
    [
      'e-mail addresses',
      (client: TestClient, headers: Record<string, string>) =>
        client.call(contracts.checkEmail, { email: victim.email, appCode }, headers),
    ],
    [
      'invitations',
      (client: TestClient, headers: Record<string, string>) =>
        client.call(contracts.readInvitation, { email: victim.email, invitationCode: '1'.repeat(12) }, headers),
    ],
    [
      'guest links',
      (client: TestClient, headers: Record<string, string>) =>
        client.call(contracts.readGuestLink, { code: 'x'.repeat(32) }, headers),
    ],
  ])('does not look up %s for a network address that has done so too often', async (_, look) => {
    const phone = server.visitor();
    const { known } = await browserOf(phone);
    const there = newAddress();
    const outcomeOf = (client: TestClient, headers: Record<string, string>) =>
      look(client, headers).then(
        () => 'told',
        ({ error }: { readonly error?: string }) => error,
      );
    // From the fiftieth on there is a pause; calls for guest links are also limited to 60 a minute per address.
    for (let index = 0; index < 52; index += 1) await outcomeOf(server.visitor(), there);
    expect(await outcomeOf(phone, { ...there, ...known })).toBe('tooManyTries');
    expect(await outcomeOf(phone, { ...newAddress(), ...known })).not.toBe('tooManyTries');
  });
});

test('requesting a code has the same answer for known and unknown e-mails, also once the limit is reached', async () => {
  const answersFor = async (email: string) => {
    const answers: unknown[] = [];
    for (let index = 0; index < 8; index += 1) {
      const body = new URLSearchParams({ email, customCode: victim.customCode });
      const headers = newAddress();
      const { status, json } = await server
        .visitor()
        .raw('/services/auth?confirmCode', { method: 'POST', body, headers });
      answers.push([status, json]);
      server.clock.advance(3 * MINUTE);
    }
    return answers;
  };
  const known = await answersFor(victim.email);
  expect(known[0]).toEqual([200, expect.objectContaining({ data: null })]);
  expect(known.map((answer) => (answer as [number])[0])).toContain(429);
  server.clock.advance(DAY);
  expect(await answersFor('nobody@demo.example')).toEqual(known);
  expect(mailsTo('nobody@demo.example')).toBe(0);
});

test('limits look-ups of e-mail addresses by device and by address', async () => {
  const look = (client: TestClient, headers: Record<string, string>) =>
    client.call(contracts.checkEmail, { email: victim.email, appCode }, headers).then(
      () => 'told',
      (error: { error?: string }) => error.error,
    );
  const there = newAddress();
  const byAddress = new Set<string | undefined>();
  let answered = 0;
  for (let index = 0; index < 130; index += 1) {
    const outcome = await look(server.visitor(), there);
    byAddress.add(outcome);
    if (outcome === 'told') answered += 1;
  }
  expect(answered).toBeLessThanOrEqual(100);
  expect([...byAddress]).toEqual(['told', 'tooManyTries']);
  const client = server.visitor();
  const byDevice = new Set<string | undefined>();
  for (let index = 0; index < 130; index += 1) byDevice.add(await look(client, newAddress()));
  expect([...byDevice]).toEqual(['told', 'tooManyTries']);
});

test('the pause between mails grows', async () => {
  const waits: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    await ask(server.visitor(), newAddress());
    const body = new URLSearchParams(victim);
    const { headers } = await server.visitor().raw('/services/auth?confirmCode', { method: 'POST', body });
    const seconds = Number(headers.get('retry-after'));
    waits.push(Math.round(seconds / 30) * 30);
    server.clock.advance(seconds * 1000);
  }
  expect(waits).toEqual([30, 60, 120, 240]);
});

test('a client cannot claim another address without a trusted proxy', async () => {
  const bare = await startTestServer({ TRUSTED_PROXIES: '10.0.0.1', SIGN_IN_ADDRESS_PER_HOUR: '2' });
  try {
    const { email } = bare.people.operator;
    const look = () => bare.visitor().call(contracts.checkEmail, { email, appCode }, newAddress());
    await look();
    await look().catch(() => undefined);
    await expect(look()).rejects.toEqual(refusal('tooManyTries'));
  } finally {
    await bare.close();
  }
});

test('deletes counters, codes and known devices in time', async () => {
  await browserOf(server.visitor());
  await ask(server.visitor(), newAddress()).catch(() => undefined);
  server.clock.advance(181 * DAY);
  await server.visitor().call(contracts.checkEmail, { email: victim.email, appCode });
  const count = async (table: string) => (await server.context.pool.query(`select from ${table}`)).rowCount;
  expect([await count('login_codes'), await count('known_devices')]).toEqual([0, 0]);
  // Those of this look-up alone: of the device and the address.
  expect(await count('rate_limits')).toBe(2);
});
