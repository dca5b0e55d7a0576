import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { tryPublicKey } from '@earth/crypto/keys';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  lastCode,
  privateKeyIn,
  refusal,
  type SignedInClient,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../../../testing/start-test-server';

const MINUTE = 60_000;
const device = { appOs: 'web', model: 'Test' } as const;
const appCode = 'earth';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MAX_DEVICES: '50' });
});
afterAll(() => server.close());

interface RequestedCode {
  readonly visitor: TestClient;
  readonly email: string;
  readonly customCode: string;
  readonly code: string;
}

/** A device that has requested a code, and the code from the mail. */
async function requestCode(person: keyof TestServer['people'], visitor = server.visitor()): Promise<RequestedCode> {
  const { email, customCode } = server.people[person];
  await visitor.call(contracts.confirmCode, { email, customCode });
  return { visitor, email, customCode, code: lastCode(server.context, email) };
}

const useCode = ({ visitor, email, customCode, code }: RequestedCode, deviceId = visitor.deviceId) =>
  visitor.call(contracts.signIn, { email, customCode, password: code, deviceId, ...device });

const refresh = ({ deviceId }: { readonly deviceId: string }, refreshToken: string) =>
  server.visitor().call(contracts.refreshToken, { refreshToken, deviceId });

/** The results of all attempts, fulfilled and rejected. */
async function outcomes<T>(tries: readonly Promise<T>[]): Promise<{ won: T[]; lost: unknown[] }> {
  const settled = await Promise.allSettled(tries);
  return {
    won: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    lost: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  };
}

const isSignedIn = async (client: SignedInClient) => (await client.raw('/services/contacts?profile')).status === 200;

describe('the sign-in', () => {
  test('an e-mail address leads to the customer companies of the person', async () => {
    const visitor = server.visitor();
    const one = await visitor.call(contracts.checkEmail, { email: ' Operator@Demo.Example ', appCode });
    expect(one).toEqual([{ code: 'DEMO', name: 'Demo Water Works' }]);
    const two = await visitor.call(contracts.checkEmail, { email: server.people.multi.email, appCode });
    expect(two.map((customer) => customer.code)).toEqual(['DEMO', 'TILES']);
    const narrowed = await visitor.call(contracts.checkEmail, {
      email: server.people.multi.email,
      appCode,
      companyCode: 'TILES',
    });
    expect(narrowed.map((customer) => customer.code)).toEqual(['TILES']);
  });

  test('an unknown e-mail address is an error, in both languages', async () => {
    const visitor = server.visitor();
    const input = { email: 'nobody@demo.example', appCode };
    await expect(visitor.call(contracts.checkEmail, input)).rejects.toEqual(refusal('unknownEmail'));
    await expect(visitor.call(contracts.checkEmail, input, { 'accept-language': 'it-IT,it;q=0.9' })).rejects.toThrow(
      'E-mail sconosciuta',
    );
    const elsewhere = { email: server.people.tilesOperator.email, customCode: 'DEMO' };
    await expect(visitor.call(contracts.confirmCode, elsewhere)).resolves.toBeNull();
    expect(server.context.outbox?.recent().filter(({ to }) => to === elsewhere.email)).toEqual([]);
  });

  test('a mail that fails late does not delete a code that was requested since', async () => {
    const { mail, log } = server.context;
    let fail = (_: Error) => {};
    vi.spyOn(mail, 'send').mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    const logged = vi.spyOn(log, 'error');
    const visitor = server.visitor();
    const { email, customCode } = server.people.operator;
    await visitor.call(contracts.confirmCode, { email, customCode });
    const requested = await requestCode('operator', visitor);
    fail(new Error('The mail server did not answer'));
    await expect.poll(() => logged.mock.calls.length).toBe(1);
    await expect(useCode(requested)).resolves.toBeDefined();
  });

  test('a code from the mail opens a session with the keys of the person', async () => {
    const requested = await requestCode('operator');
    expect(requested.code).toMatch(/^\d{6}$/);
    const { token, ...keys } = await useCode(requested);
    expect(token.deviceId).toBe(requested.visitor.deviceId);
    const authorization = `Bearer ${token.token}`;
    const profile = await requested.visitor.call(contracts.getProfile, {}, { authorization });
    expect(profile).toMatchObject({ email: requested.email, name: 'Giulia Ferri', role: { code: 'OPERATOR' } });
    expect(await tryPublicKey(profile.publicKey)).toBe(true);
    expect(contracts.keyBundle.parse(JSON.parse(privateKeyIn(keys))).keys.map((key) => key.kid)).toContain('rsa');
  });

  test('names missing or wrong fields', async () => {
    const visitor = server.visitor();
    const answer = await visitor.raw('/services/auth?token', {
      method: 'POST',
      body: new URLSearchParams({ email: 'no address', customCode: 'DEMO', deviceId: 'x', appOs: 'web', model: '' }),
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      result: { success: false, code: 400, message: 'Invalid field: email, password, deviceId' },
      data: {
        error: 'invalidInput',
        fields: {
          email: 'Email format not valid',
          password: 'Please fill out this field',
          deviceId: 'Format not valid',
        },
      },
    });
  });

  test('the mail is written in the language of the person', async () => {
    const { email, customCode } = server.people.admin;
    await server.visitor().call(contracts.confirmCode, { email, customCode }, { 'accept-language': 'it' });
    expect(server.context.outbox?.recent()[0]?.subject).toMatch(/^\d{6} è il tuo codice di accesso a Earth$/);
  });
});

describe('a code', () => {
  test('opens one session: of ten that race with it one wins', async () => {
    const requested = await requestCode('assisted');
    const { won, lost } = await outcomes(Array.from({ length: 10 }, () => useCode(requested)));
    expect(won).toHaveLength(1);
    expect(lost).toEqual(Array.from({ length: 9 }, () => refusal('invalidCode')));
  });

  test('expires after 10 minutes', async () => {
    const requested = await requestCode('operator2');
    server.clock.advance(10 * MINUTE + 1000);
    await expect(useCode(requested)).rejects.toEqual(refusal('invalidCode'));
  });

  test('is invalid after five wrong attempts, and a new one works', async () => {
    const requested = await requestCode('operator2');
    const wrong = { ...requested, code: requested.code === '000000' ? '000001' : '000000' };
    for (let tries = 0; tries < 5; tries += 1) await expect(useCode(wrong)).rejects.toEqual(refusal('invalidCode'));
    await expect(useCode(requested)).rejects.toEqual(refusal('invalidCode'));
    const again = await requestCode('operator2');
    await expect(useCode(again)).resolves.toHaveProperty('token');
  });

  test('works only on the device that requested it', async () => {
    const requested = await requestCode('assisted2');
    await expect(useCode(requested, randomUUID())).rejects.toEqual(refusal('invalidCode'));
    await expect(useCode(requested)).resolves.toHaveProperty('token');
  });

  test('is invalid once a newer one was sent', async () => {
    const older = await requestCode('assisted2');
    const newer = await requestCode('assisted2', older.visitor);
    await expect(useCode(older)).rejects.toEqual(refusal('invalidCode'));
    await expect(useCode(newer)).resolves.toHaveProperty('token');
  });

  test('opens only the company that it was requested for', async () => {
    const requested = await requestCode('multi');
    await expect(useCode({ ...requested, customCode: 'TILES' })).rejects.toEqual(refusal('invalidCode'));
    await expect(useCode({ ...requested, customCode: 'NONE' })).rejects.toEqual(refusal('invalidCode'));
    await expect(useCode(requested)).resolves.toHaveProperty('token');
  });

  test('is stored as a hash only', async () => {
    const requested = await requestCode('tilesOperator');
    const { rows } = await server.context.pool.query<{ row: string }>(
      'select login_codes::text as row from login_codes',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(requested.code))).toEqual([]);
  });
});

describe('mails with codes', () => {
  test('have a pause per e-mail address, whichever company it is', async () => {
    const spaced = await startTestServer({ CODE_RESEND_SECONDS: '30' });
    try {
      const { email } = spaced.people.multi;
      const visitor = spaced.visitor();
      const ask = (customCode: string) => visitor.call(contracts.confirmCode, { email, customCode });
      const { won, lost } = await outcomes([ask('DEMO'), ask('TILES'), ask('DEMO')]);
      expect([won.length, lost]).toEqual([1, [refusal('tooManyTries'), refusal('tooManyTries')]]);
      const refused = await visitor.raw('/services/auth?confirmCode', {
        method: 'POST',
        body: new URLSearchParams({ email, customCode: 'TILES' }),
      });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(25);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
      expect(spaced.context.outbox?.recent()).toHaveLength(1);
      spaced.clock.advance(31_000);
      await expect(ask('TILES')).resolves.toBeNull();
    } finally {
      await spaced.close();
    }
  });

  test('that cannot be sent leave no code behind, and the answer does not reveal it', async () => {
    const broken = await startTestServer({ CODE_RESEND_SECONDS: '30', SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const { email, customCode } = broken.people.operator;
      const ask = () => broken.visitor().call(contracts.confirmCode, { email, customCode });
      await expect(ask()).resolves.toBeNull();
      const countCodes = async () => (await broken.context.pool.query('select from login_codes')).rowCount;
      await expect.poll(countCodes).toBe(0);
    } finally {
      await broken.close();
    }
  });
});

describe('devices', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ MAX_DEVICES: '2' });
  });
  afterAll(() => server.close());

  test('over the limit are refused, while signed-in ones may come back', async () => {
    const { email, customCode } = server.people.admin;
    const devices = [await server.signIn('admin'), await server.signIn('admin')];
    const third = server.visitor();
    await expect(third.call(contracts.checkEmail, { email, appCode })).rejects.toEqual(refusal('deviceLimit'));
    await third.call(contracts.confirmCode, { email, customCode });
    const password = lastCode(server.context, email);
    const signIn = (code: string) =>
      third.call(contracts.signIn, { email, customCode, password: code, deviceId: third.deviceId, ...device });
    // Without the right code the limit is not revealed.
    await expect(signIn(password === '000000' ? '1' : '000000')).rejects.toEqual(refusal('invalidCode'));
    await expect(signIn(password)).rejects.toEqual(refusal('deviceLimit'));
    const again = await server.signIn('admin', { deviceId: devices[0]?.deviceId ?? '' });
    await again.call(contracts.signOut, {});
    await expect(signIn(password)).resolves.toHaveProperty('token');
  });

  test('cannot both take the last place', async () => {
    const tiles = [
      await server.signIn('multi', { customCode: 'TILES' }),
      await server.signIn('multi', { customCode: 'TILES' }),
    ];
    await server.signIn('multi', { customCode: 'DEMO' });
    const { won, lost } = await outcomes(
      tiles.map((client) =>
        client.call(contracts.changeCustomer, { customerCode: 'DEMO', deviceId: client.deviceId, ...device }),
      ),
    );
    expect([won.length, lost]).toEqual([1, [refusal('deviceLimit')]]);
  });

  test('of a person with a free company may choose it', async () => {
    // Since the race above, DEMO is full and TILES has a place.
    const visitor = server.visitor();
    const { email } = server.people.multi;
    await expect(visitor.call(contracts.checkEmail, { email, appCode })).resolves.toHaveLength(2);
    const signIn = async (customCode: string) => {
      await visitor.call(contracts.confirmCode, { email, customCode });
      const password = lastCode(server.context, email);
      return visitor.call(contracts.signIn, { email, customCode, password, deviceId: visitor.deviceId, ...device });
    };
    await expect(signIn('DEMO')).rejects.toEqual(refusal('deviceLimit'));
    await expect(signIn('TILES')).resolves.toHaveProperty('token');
  });

  test('that sign in again end their former session', async () => {
    const former = await server.signIn('tilesOperator');
    const present = await server.signIn('tilesOperator', { deviceId: former.deviceId });
    expect([await isSignedIn(former), await isSignedIn(present)]).toEqual([false, true]);
  });
});

describe('an access token', () => {
  test('is valid for 15 minutes, and the refresh token returns the next', async () => {
    const client = await server.signIn('operator');
    server.clock.advance(15 * MINUTE + 1000);
    await expect(client.call(contracts.getProfile, {})).rejects.toEqual(refusal('tokenExpired'));
    ({ token: client.token, refreshToken: client.refreshToken } = await refresh(client, client.refreshToken));
    await expect(client.call(contracts.getProfile, {})).resolves.toMatchObject({ name: 'Giulia Ferri' });
    await client.call(contracts.signOut, {});
  });

  test('is refused if another key signed it', async () => {
    const client = await server.signIn('operator');
    const [head, body] = client.token.split('.');
    client.token = `${head}.${body}.${'A'.repeat(43)}`;
    await expect(client.call(contracts.getProfile, {})).rejects.toEqual(refusal('notSignedIn'));
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    client.token = `${none}.${body}.`;
    await expect(client.call(contracts.getProfile, {})).rejects.toEqual(refusal('notSignedIn'));
  });
});

describe('a refresh token', () => {
  test('used by two tabs at once gives each a working pair, and both go on', async () => {
    const client = await server.signIn('operator2');
    const { won } = await outcomes([refresh(client, client.refreshToken), refresh(client, client.refreshToken)]);
    expect(won).toHaveLength(2);
    expect(new Set(won.map((pair) => pair.refreshToken)).size).toBe(2);
    server.clock.advance(MINUTE);
    for (const pair of won) {
      client.token = pair.token;
      expect(await isSignedIn(client)).toBe(true);
      await expect(refresh(client, pair.refreshToken)).resolves.toHaveProperty('token');
    }
    await client.call(contracts.signOut, {});
  });

  test('used again after the grace of 10 seconds ends the whole family', async () => {
    const client = await server.signIn('operator2');
    const next = await refresh(client, client.refreshToken);
    server.clock.advance(11_000);
    await expect(refresh(client, client.refreshToken)).rejects.toEqual(refusal('sessionEnded'));
    await expect(refresh(client, next.refreshToken)).rejects.toEqual(refusal('sessionEnded'));
    client.token = next.token;
    await expect(client.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  });

  test('belongs to its device, and is stored as a hash only', async () => {
    const client = await server.signIn('operator2');
    await expect(refresh({ deviceId: randomUUID() }, client.refreshToken)).rejects.toEqual(refusal('sessionEnded'));
    const { rows } = await server.context.pool.query('select from refresh_tokens where hash = $1', [
      client.refreshToken,
    ]);
    expect(rows).toEqual([]);
    await expect(refresh(client, client.refreshToken)).resolves.toHaveProperty('token');
    await client.call(contracts.signOut, {});
  });

  test('keeps a session alive for 60 days, and no longer', async () => {
    const DAYS_50 = 50 * 24 * 60 * MINUTE;
    const client = await server.signIn('operator2');
    server.clock.advance(DAYS_50);
    const second = await refresh(client, client.refreshToken);
    server.clock.advance(DAYS_50);
    const third = await refresh(client, second.refreshToken);
    server.clock.advance(61 * 24 * 60 * MINUTE);
    await expect(refresh(client, third.refreshToken)).rejects.toEqual(refusal('sessionEnded'));
  });
});

describe('switching the company', () => {
  test('starts the new session and ends the old one', async () => {
    const client = await server.signIn('multi');
    const moved = await client.call(contracts.changeCustomer, {
      customerCode: 'TILES',
      deviceId: client.deviceId,
      ...device,
    });
    await expect(client.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
    await expect(refresh(client, client.refreshToken)).rejects.toEqual(refusal('sessionEnded'));
    client.token = moved.token.token;
    await expect(client.call(contracts.getProfile, {})).resolves.toMatchObject({ company: { code: 'TILES' } });
  });

  test('only leads to companies of the same person', async () => {
    const client = await server.signIn('operator');
    const change = (customerCode: string) =>
      client.call(contracts.changeCustomer, { customerCode, deviceId: client.deviceId, ...device });
    await expect(change('TILES')).rejects.toEqual(refusal('notFound'));
    await expect(change('NOWHERE')).rejects.toEqual(refusal('notFound'));
    await expect(change('')).rejects.toMatchObject({
      code: 400,
      fields: { customerCode: 'Please fill out this field' },
    });
    expect(await isSignedIn(client)).toBe(true);
  });

  test('A7.9: DELETE /services/contacts ends the session at once and frees the device', async () => {
    const client = await server.signIn('assisted2');
    const ended: string[] = [];
    const unsubscribe = server.context.bus.subscribe('sessionEnded', ({ deviceId }) => ended.push(deviceId));
    await expect(client.call(contracts.signOut, {})).resolves.toBeNull();
    unsubscribe();
    expect(ended).toEqual([client.deviceId]);
    await expect(client.call(contracts.signOut, {})).rejects.toEqual(refusal('sessionEnded'));
    await expect(refresh(client, client.refreshToken)).rejects.toEqual(refusal('sessionEnded'));
    const { rows } = await server.context.pool.query('select from sessions where device_id = $1', [client.deviceId]);
    expect(rows).toEqual([]);
  });

  test('a sign-out that races a refresh leaves no session and no deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await server.signIn('assisted2');
      await outcomes<unknown>([
        refresh(client, client.refreshToken),
        client.call(contracts.signOut, {}),
        refresh(client, client.refreshToken),
      ]);
      const { rows } = await server.context.pool.query('select from sessions where device_id = $1', [client.deviceId]);
      expect(rows).toEqual([]);
    }
  });
});

test('if calls are off, a user who signs in is offline', async () => {
  const quiet = await startTestServer({ CALLS_ENABLED: 'false' });
  try {
    const client = await quiet.signIn('operator');
    await expect(client.call(contracts.getProfile, {})).resolves.toMatchObject({ availability: 1 });
  } finally {
    await quiet.close();
  }
});

test('private keys are encrypted in the database', async () => {
  const client = await server.signIn('operator');
  const { rows } = await server.context.pool.query<{ key: string }>(
    'select private_key as key from contacts where id = $1',
    [client.contactId],
  );
  const secret = (JSON.parse(client.privateKey) as { keys: { d: string }[] }).keys[0]?.d ?? '';
  expect(secret.length).toBeGreaterThan(100);
  expect(rows[0]?.key).not.toContain(secret);
});
