/** What all calls have in common: bodies, limits, the envelope, the headers. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { FILE_BODY_FACTOR, SMALL_BODY_BYTES } from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const MINUTE = 60_000;
const LOOK_UP = '/services/contacts?checkemail';
const SOMEBODY = { email: 'assisted@demo.example' };

let server: TestServer;
let operator: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_BYTES: '100000', PUBLIC_URL: 'http://localhost:8080' });
  operator = await server.signIn('operator');
});
afterAll(() => server.close());

function post(path: string, body: BodyInit, type?: string) {
  return operator.raw(path, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) });
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

/** Sends a body in pieces, without declaring its length. Resolves with the status of the response. */
function stream(path: string, type: string, bytes: number): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let isAnswered = false;
    const outgoing = request(new URL(path, server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${operator.token}`, 'content-type': type, 'transfer-encoding': 'chunked' },
    });
    outgoing.on('response', (response) => {
      isAnswered = true;
      response.resume();
      resolve({ status: response.statusCode ?? 0, sent });
      outgoing.destroy();
    });
    outgoing.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    const piece = Buffer.alloc(16 * 1024, 'a');
    const write = () => {
      if (isAnswered || sent >= bytes) return void (isAnswered || outgoing.end());
      sent += piece.length;
      outgoing.write(piece, () => setImmediate(write));
    };
    write();
  });
}

describe('A7.2: accepts form data: a body', () => {
  test.each([
    ['multipart', () => form(SOMEBODY), undefined],
    ['urlencoded', () => new URLSearchParams(SOMEBODY), undefined],
    ['JSON', () => JSON.stringify(SOMEBODY), 'application/json; charset=utf-8'],
  ])('is accepted as %s', async (_, body, type) => {
    const { status, json } = await post(LOOK_UP, body(), type);
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({ data: expect.objectContaining({ Name: 'Luca Moretti' }) }),
    ]);
  });

  test('may have unknown fields', async () => {
    const { status } = await post(
      LOOK_UP,
      JSON.stringify({ ...SOMEBODY, unknown: { deep: [1] }, zero: '\0' }),
      'application/json',
    );
    expect(status).toBe(200);
  });

  test.each([
    ['JSON that is none', '{"email":', 'application/json'],
    ['a list', '[1, 2]', 'application/json'],
    ['a text', '"email"', 'application/json'],
    ['a prototype', '{"__proto__": {"email": "assisted@demo.example"}}', 'application/json'],
    [
      'multipart without end',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na',
      'multipart/form-data; boundary=x',
    ],
    ['multipart without boundary', 'email=a', 'multipart/form-data'],
  ])('that is %s is refused', async (_, body, type) => {
    const { status, json } = await post(LOOK_UP, body, type);
    expect([status, json]).toEqual([
      400,
      { result: expect.anything(), data: { error: 'invalidInput', fields: { body: 'Invalid field: body' } } },
    ]);
  });

  test('nested as deeply as its size allows does no harm', async () => {
    const deep = `{"email":"assisted@demo.example","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { status } = await post(LOOK_UP, deep, 'application/json');
    expect(status).toBe(200);
  });

  test.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'a&', ''],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n',
      '--x--\r\n',
    ],
  ])('that is %s may repeat a field a limited number of times', async (_, type, field, end) => {
    const { status, json } = await post(LOOK_UP, field.repeat(390) + end, type);
    expect([status, json]).toMatchObject([400, { data: { fields: { email: 'Please fill out this field' } } }]);
    const fitting = Math.floor((SMALL_BODY_BYTES - end.length) / field.length);
    const refused = await post(LOOK_UP, field.repeat(fitting) + end, type);
    expect([refused.status, refused.json]).toMatchObject([400, { result: { message: 'Invalid field: body' } }]);
  });

  test('has four hundred fields at most, in each of the three types', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `field${index}`);
    const form = new FormData();
    for (const name of names) form.set(name, 'x');
    const multipart = new Response(form);
    const bodies = [
      ['application/json', JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])))],
      ['application/x-www-form-urlencoded', names.map((name) => `${name}=x`).join('&')],
      [multipart.headers.get('content-type') ?? '', await multipart.text()],
    ] as const;
    for (const [type, body] of bodies) {
      const { status, json } = await post(LOOK_UP, body, type);
      expect([type, status, json]).toMatchObject([type, 400, { data: { fields: { body: 'Invalid field: body' } } }]);
    }
  });

  test('of another type is refused', async () => {
    const { status, json } = await post(LOOK_UP, '<email/>', 'application/xml');
    expect([status, json]).toMatchObject([415, { data: { error: 'unsupportedType' } }]);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of %s that is too large is refused while it streams',
    async (type) => {
      const small = await stream(LOOK_UP, type, 100 * SMALL_BODY_BYTES);
      expect(small.status).toBe(413);
      expect(small.sent).toBeLessThan(50 * SMALL_BODY_BYTES);
    },
  );

  test('that declares to be too large is refused unread, in the envelope', async () => {
    const { status, json } = await post(
      LOOK_UP,
      JSON.stringify({ email: 'a'.repeat(SMALL_BODY_BYTES) }),
      'application/json',
    );
    expect([status, json]).toEqual([
      413,
      { result: { success: false, code: 413, message: 'Too large: body' }, data: { error: 'tooLarge' } },
    ]);
  });

  test('of a call with a file may be larger', async () => {
    const path = `/services/calls/${operator.contactId}/messages`;
    const fits = await post(path, form({ message: 'm', cryptoschema: '0', base64file: 'a'.repeat(SMALL_BODY_BYTES) }));
    expect(fits.status).not.toBe(413);
    const tooLarge = 100_000 * FILE_BODY_FACTOR + 2 * SMALL_BODY_BYTES;
    const refused = await post(path, form({ message: 'm', cryptoschema: '0', base64file: 'a'.repeat(tooLarge) }));
    expect(refused.status).toBe(413);
  });

  test('with a NUL in a field is refused, and the field is named', async () => {
    const { status, json } = await post(LOOK_UP, new URLSearchParams({ email: 'a\0@demo.example' }));
    expect([status, json]).toMatchObject([400, { data: { fields: { email: expect.any(String) } } }]);
    const model = {
      email: 'a@b.example',
      customCode: 'DEMO',
      password: '1',
      deviceId: 'device-1',
      appOs: 'web',
      model: 'a\0',
    };
    const signIn = await server
      .visitor()
      .raw('/services/auth?token', { method: 'POST', body: new URLSearchParams(model) });
    expect([signIn.status, signIn.json]).toMatchObject([400, { data: { fields: { model: 'Format not valid' } } }]);
  });
});

describe('a device that is not signed in', () => {
  const ask = (headers: Record<string, string>) => server.visitor().raw('/services/app-company', { headers });

  test('A7.4: accepts calls without a session with API key, device id and UTC timestamp', async () => {
    expect((await ask({})).status).toBe(200);
  });

  test.each([
    ['a wrong key', { 'x-api-key': 'wrong' }, 401, 'badApiKey'],
    ['no device', { 'x-device-id': '' }, 400, 'invalidInput'],
    ['a device that is none', { 'x-device-id': 'a b' }, 400, 'invalidInput'],
    ['a time that is none', { 'x-timestamp': 'yesterday' }, 400, 'invalidInput'],
    ['a bad token', { authorization: 'Bearer abc' }, 401, 'notSignedIn'],
    ['no bearer', { authorization: 'Basic abc' }, 401, 'notSignedIn'],
  ])('A7.4: refuses calls without a session: %s', async (_, headers, status, error) => {
    const answer = await ask(headers);
    expect([answer.status, answer.json]).toMatchObject([status, { data: { error } }]);
  });

  test('may have a clock that is a little off', async () => {
    const off = (ms: number) => ask({ 'x-timestamp': new Date(server.clock.now().getTime() + ms).toISOString() });
    expect((await off(-4 * MINUTE)).status).toBe(200);
    expect((await off(4 * MINUTE)).status).toBe(200);
    for (const ms of [-6 * MINUTE, 6 * MINUTE]) {
      const { status, json } = await off(ms);
      expect(status).toBe(401);
      expect(json).toMatchObject({
        result: { message: 'This device’s clock is off by more than 5 minutes: X-Timestamp' },
        data: { error: 'badTimestamp' },
      });
    }
  });
});

describe('an address', () => {
  test('to an unknown path is not found', async () => {
    for (const path of ['/services/nothing', '/api/nothing', '/storage/x', '/services']) {
      const { status, json } = await operator.raw(path);
      expect([status, json]).toEqual([
        404,
        { result: { success: false, code: 404, message: 'Not found' }, data: { error: 'notFound' } },
      ]);
    }
  });

  test('with an unknown method gets the permitted ones', async () => {
    const { status, headers, json } = await operator.raw('/services/companies', { method: 'PUT' });
    expect([status, json]).toMatchObject([405, { data: { error: 'methodNotAllowed' } }]);
    expect(headers.get('allow')).toBe('GET');
  });

  test('without a required flag gets the flags', async () => {
    const { status, json } = await operator.raw('/services/auth?whatever', { method: 'POST' });
    expect([status, json]).toMatchObject([
      400,
      {
        result: {
          message:
            'This call needs one of: ?guestRating, ?guestLink, ?guest, ?invitation, ?register, ?checkEmail, ?confirmCode, ?token, ?changeCustomer, ?refreshToken, ?startSignOn, ?finishSignOn, ?startSignOnInApp, ?finishSignOnInApp',
        },
        data: { error: 'unknownFlag' },
      },
    ]);
  });

  test('with a flag is found whatever the flag’s value and neighbours', async () => {
    for (const query of ['profile', 'profile=', 'profile=1', 'a=b&profile']) {
      const { status, json } = await operator.raw(`/services/contacts?${query}`);
      expect([status, json]).toMatchObject([200, { data: { Name: 'Giulia Ferri' } }]);
    }
  });

  test('that is malformed is refused in the envelope', async () => {
    const { status, json } = await operator.raw('/pictures/%E0%A4%A');
    expect([status, json]).toMatchObject([
      400,
      { data: { error: 'invalidInput', fields: { url: 'Invalid field: url' } } },
    ]);
  });
});

test.each([
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'invalidInput'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 413, 'tooLarge'],
])('A7.5: answers have result.success, result.code, result.message and data: %s', async (_, text, status, error) => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  const [head, body] = (await readText(socket)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(body ?? '')).toMatchObject({ result: { success: false, code: status }, data: { error } });
});

test('a body that stands still is not waited for, even if it was answered', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = 'POST /services/rooms HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000';
  socket.write(`${head}\r\n\r\n{`);
  await once(socket, 'data');
  server.clock.advance(2 * MINUTE);
  await once(socket.resume(), 'close');
  expect(socket.destroyed).toBe(true);
});

describe('every answer', () => {
  test('says whether it may be cached: private data may not', async () => {
    const kept = async (path: string) => (await operator.raw(path)).headers.get('cache-control');
    expect(await kept('/services/contacts?profile')).toBe('no-store');
    expect(await kept('/services/nothing')).toBe('no-store');
    expect(await kept('/config.json')).toBe('no-cache');
    expect(await kept('/brand/logo.svg')).toBe('public, max-age=3600');
  });

  test.each(['/brand/', '/brand/%2e%2e/%2e%2e/package.json'])(
    'from the folder %s is that there is none',
    async (path) => {
      const { status, json } = await operator.raw(path);
      expect([status, json]).toMatchObject([404, { data: { error: 'notFound' } }]);
    },
  );

  test.each(['/', '/docs/', '/services/companies', '/config.json', '/brand/logo.svg', '/dev/mail'])(
    'from %s has the security headers, and no script of its own text may run',
    async (path) => {
      const { headers } = await operator.raw(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // The preview of the back office shows the app in a frame.
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );
});

test('limits the calls without a session per address', async () => {
  const flooded = await startTestServer({ ADDRESS_CALLS_A_MINUTE: '600' });
  try {
    const visitor = flooded.visitor();
    const statuses = new Set<number>();
    for (let batch = 0; batch < 13; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.raw('/services/app-company')));
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    const { headers, json } = await visitor.raw('/services/app-company');
    expect(json).toMatchObject({ data: { error: 'tooManyCalls' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const signedIn = await operatorOf(flooded);
    expect((await signedIn.raw('/services/companies')).status).toBe(200);
  } finally {
    await flooded.close();
  }
});

test('limits the calls without a session per IPv6 network', async () => {
  const flooded = await startTestServer({ ADDRESS_CALLS_A_MINUTE: '2' });
  try {
    const ask = async (address: string) =>
      (await flooded.visitor().raw('/services/app-company', { headers: { 'x-forwarded-for': address } })).status;
    const statuses = [await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')];
    expect(statuses).toEqual([200, 200, 429]);
    expect(await ask('2001:db8:0:1::1')).toBe(200);
  } finally {
    await flooded.close();
  }
});

/** The limit counts each call separately: signing in is still possible. */
const operatorOf = (flooded: TestServer) => flooded.signIn('operator');
