import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { testNonces } from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { createPayments } from '../../../adapters/payments/create-payments';
import { createTestPayments } from '../../../adapters/payments/test-payments';
import type { Payments } from '../../../adapters/payments/payments';
import { readSettings } from '../../../config/settings';
import { digitsOf } from './currency-digits';
import { settle } from './service';
import { createSettler } from './settler';

const SETTINGS = { PAYMENTS: 'test', MINUTE_PACKAGES: '300:7900, 60:1900' };

let server: TestServer;
let code: string;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer(SETTINGS);
});
afterAll(() => server.close());
beforeEach(async () => {
  code = await addPaidCompany();
  admin = await addPerson(server, { role: 'ADMIN', companyCode: code });
});

const query = (sql: string, values: readonly unknown[] = []) => server.context.pool.query(sql, [...values]);

async function addPaidCompany(): Promise<string> {
  const added = await addCompany(server);
  await query('update companies set paid_service = true, purchased_minutes = 10 where code = $1', [added]);
  return added;
}

const wanted = (nonce: string, other: Partial<contracts.CallInput<typeof contracts.buyMinutes>> = {}) => ({
  key: randomUUID(),
  minutes: 60,
  amount: 1900,
  currency: 'EUR',
  nonce,
  ...other,
});

const buy = (input: contracts.CallInput<typeof contracts.buyMinutes>, who = admin) =>
  who.call(contracts.buyMinutes, input);
const read = (who = admin) => who.call(contracts.listPurchases, {});

async function minutesOf(companyCode: string): Promise<number> {
  const { rows } = await query('select purchased_minutes as minutes from companies where code = $1', [companyCode]);
  return (rows[0] as { readonly minutes: number }).minutes;
}

/** How often the provider has taken money, or refused to, in all. */
const charges = async () =>
  (await readdir(join(server.context.settings.dataDir, 'test-payments')).catch(() => [])).length;

test('purchases are for admins', async () => {
  const visitor = server.visitor();
  await expect(visitor.call(contracts.listPurchases, {})).rejects.toEqual(refusal('notSignedIn'));
  await expect(visitor.call(contracts.buyMinutes, wanted(testNonces.accepted))).rejects.toEqual(refusal('notSignedIn'));
  for (const role of ['OPERATOR', 'ASSISTED'] as const) {
    const other = await addPerson(server, { role, companyCode: code });
    await expect(read(other)).rejects.toEqual(refusal('notAllowed'));
    await expect(buy(wanted(testNonces.accepted), other)).rejects.toEqual(refusal('notAllowed'));
  }
  expect([await minutesOf(code), (await read()).purchases]).toEqual([10, []]);
});

test.each([
  ['key', { key: 'one' }],
  ['minutes', { minutes: 0 }],
  ['amount', { amount: 1.5 }],
  ['currency', { currency: 'euro' }],
  ['nonce', { nonce: '' }],
])('refuses a wrong %s by name', async (field, other) => {
  await expect(buy(wanted(testNonces.accepted, other))).rejects.toMatchObject({
    code: 400,
    fields: { [field]: expect.any(String) as string },
  });
});

test('an admin buys minutes, which are added to those of the company, and sees the purchase', async () => {
  expect((await read()).offer).toEqual({
    isTest: true,
    methods: [],
    currency: 'EUR',
    digits: 2,
    packages: [
      { minutes: 60, amount: 1900 },
      { minutes: 300, amount: 7900 },
    ],
  });
  const bought = await buy(wanted(testNonces.accepted));
  expect(bought).toMatchObject({ state: 'paid', minutes: 60, amount: 1900, currency: 'EUR', digits: 2 });
  expect(await minutesOf(code)).toBe(70);
  expect((await read()).purchases).toEqual([bought]);
  const profile = await admin.call(contracts.getProfile, {});
  expect(profile.purchasedMinutes).toBe(70);
});

test('the same purchase sent again, at once or later, is charged once and answered the same', async () => {
  const input = wanted(testNonces.accepted);
  const before = await charges();
  const answers = await Promise.all(Array.from({ length: 5 }, () => buy(input)));
  answers.push(await buy({ ...input, nonce: testNonces.declined }));
  expect(new Set(answers.map(({ id, state }) => `${id} ${state}`)).size).toBe(1);
  expect([await charges(), await minutesOf(code)]).toEqual([before + 1, 70]);
  await expect(buy({ ...input, minutes: 300, amount: 7900 })).rejects.toEqual(refusal('conflict'));
});

test('a declined card adds nothing, and another one can be tried', async () => {
  expect(await buy(wanted(testNonces.declined))).toMatchObject({ state: 'declined' });
  expect(await buy(wanted('unknown'))).toMatchObject({ state: 'declined' });
  expect(await minutesOf(code)).toBe(10);
  expect(await buy(wanted(testNonces.accepted))).toMatchObject({ state: 'paid' });
  expect((await read()).purchases.map(({ state }) => state)).toEqual(['paid', 'declined', 'declined']);
});

test('whoever tries many cards is stopped', async () => {
  for (let tries = 0; tries < 20; tries += 1) await buy(wanted(testNonces.declined));
  await expect(buy(wanted(testNonces.accepted))).rejects.toEqual(refusal('tooManyToday'));
});

test('also whoever tries them at once, and where the provider has not answered yet', async () => {
  const nonces = Array.from({ length: 24 }, (_, index) => (index % 2 ? testNonces.declined : testNonces.failing));
  const tries = await Promise.allSettled(nonces.map((nonce) => buy(wanted(nonce))));
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual(Array.from({ length: 4 }, () => ({ status: 'rejected', reason: refusal('tooManyToday') })));
});

test('another company sees and gets nothing, even with the same key', async () => {
  const otherCode = await addPaidCompany();
  const other = await addPerson(server, { role: 'ADMIN', companyCode: otherCode });
  const input = wanted(testNonces.accepted);
  const bought = await buy(input);
  expect((await read(other)).purchases).toEqual([]);
  expect([await minutesOf(code), await minutesOf(otherCode)]).toEqual([70, 10]);
  const theirs = await buy({ ...input, minutes: 300, amount: 7900 }, other);
  expect(theirs.id).not.toBe(bought.id);
  expect([await minutesOf(code), await minutesOf(otherCode)]).toEqual([70, 310]);
});

test('a price that is not offered is refused, and so is what a company cannot use', async () => {
  for (const other of [{ amount: 1 }, { minutes: 61 }, { currency: 'USD' }])
    await expect(buy(wanted(testNonces.accepted, other))).rejects.toEqual(refusal('priceChanged'));
  const change = async (set: string) => {
    await query(`update companies set ${set} where code = $1`, [code]);
    expect((await read()).offer).toBeNull();
    await expect(buy(wanted(testNonces.accepted))).rejects.toEqual(refusal('notFound'));
  };
  await change(`expires_at = '2020-01-01'`);
  await change(`expires_at = null, paid_service = false`);
  expect(await minutesOf(code)).toBe(10);
});

test('a server that ends between the charge and the minutes finds out at its next start', async () => {
  const input = wanted(testNonces.lost);
  expect(await buy(input)).toMatchObject({ state: 'pending' });
  expect(await minutesOf(code)).toBe(10);
  await server.restart();
  await vi.waitFor(async () => expect((await read()).purchases).toMatchObject([{ state: 'paid' }]), 10_000);
  expect(await minutesOf(code)).toBe(70);
  expect(await buy(input)).toMatchObject({ state: 'paid' });
  expect(await minutesOf(code)).toBe(70);
});

test('or at the next try, which charges nothing more', async () => {
  const input = wanted(testNonces.lost);
  await buy(input);
  const before = await charges();
  expect(await buy(input)).toMatchObject({ state: 'paid' });
  expect([await charges(), await minutesOf(code)]).toEqual([before, 70]);
});

test('a provider that does not answer takes nothing: it is asked again, and given up after an hour', async () => {
  const [retried, left] = [wanted(testNonces.failing), wanted(testNonces.failing)];
  expect(await buy(retried)).toMatchObject({ state: 'pending' });
  expect(await buy({ ...retried, nonce: testNonces.accepted })).toMatchObject({ state: 'paid' });
  expect(await buy(left)).toMatchObject({ state: 'pending' });
  await query(`update purchases set created_at = created_at - interval '61 minutes' where key = $1`, [left.key]);
  await server.restart();
  await vi.waitFor(async () => expect((await read()).purchases.map(({ state }) => state)).toContain('failed'), 10_000);
  expect(await minutesOf(code)).toBe(70);
});

test('a purchase that will be given up soon is only looked up: it is charged no more', async () => {
  const [unknown, lost] = [wanted(testNonces.failing), wanted(testNonces.lost)];
  for (const one of [unknown, lost]) await buy(one);
  await query(`update purchases set created_at = created_at - interval '51 minutes'`);
  const before = await charges();
  expect(await buy({ ...unknown, nonce: testNonces.accepted })).toMatchObject({ state: 'pending' });
  expect([await charges(), await minutesOf(code)]).toEqual([before, 10]);
  expect(await buy(lost)).toMatchObject({ state: 'paid' });
  expect(await minutesOf(code)).toBe(70);
});

test('a charge that comes out as paid after it was given up adds the minutes, once', async () => {
  const { payments } = server.context;
  const input = wanted(testNonces.accepted);
  const charging = vi.spyOn(payments as Payments, 'charge').mockImplementationOnce(async ({ key }) => {
    await query(`update purchases set state = 'failed' where id = $1`, [key]);
    return { state: 'paid', reference: 'late' };
  });
  expect(await buy(input)).toMatchObject({ state: 'paid' });
  const { id } = await buy(input);
  await settle(server.context, id, { state: 'paid', reference: 'late' });
  await settle(server.context, id, { state: 'declined' });
  expect([(await read()).purchases[0]?.state, await minutesOf(code)]).toEqual(['paid', 70]);
  charging.mockRestore();
});

test('a provider that never answers holds up neither other purchases nor the end of the server', async () => {
  await query('delete from purchases');
  for (const amount of [7900, 1900])
    await buy(wanted(testNonces.failing, { amount, minutes: amount === 1900 ? 60 : 300 }));
  const [second, first] = (await read()).purchases;
  const asked: string[] = [];
  const payments = {
    ...(server.context.payments as Payments),
    find: async (key: string) => {
      asked.push(key);
      return key === second?.id ? { state: 'paid' as const, reference: 'found' } : new Promise<never>(() => undefined);
    },
  };
  const tooLong = new AbortController();
  const waiting = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(tooLong.signal);
  const settler = createSettler({ ...server.context, payments });
  settler.start();
  await vi.waitFor(() => expect(asked).toContain(first?.id), 10_000);
  tooLong.abort();
  await vi.waitFor(async () => expect(await minutesOf(code)).toBe(70), 10_000);
  waiting.mockRestore();
  await settler.stop();

  const another = createSettler({ ...server.context, payments });
  another.start();
  await vi.waitFor(() => expect(asked.filter((id) => id === first?.id)).toHaveLength(2), 10_000);
  await another.stop();
});

test('the nonce is in no log and not in the database', async () => {
  const nonces = [testNonces.accepted, testNonces.failing, 'tokcc-secret-nonce'];
  const logged = (['info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(server.context.log, level));
  for (const nonce of nonces) await buy(wanted(nonce));
  const { rows } = await query('select * from purchases');
  const written = JSON.stringify([rows, logged.map(({ mock }) => mock.calls)]);
  expect(logged[1]?.mock.calls).toHaveLength(1);
  for (const nonce of nonces) expect(written).not.toContain(nonce);
  for (const spy of logged) spy.mockRestore();
});

test.each([
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  // Two by ISO 4217, none in the tables of browsers.
  ['HUF', 2],
  ['COP', 2],
  ['EUR', 2],
])('%s has %d digits after the point', (currency, digits) => expect(digitsOf(currency)).toBe(digits));

test('the slow answer of the provider for tests comes, and is the same for who did not wait', async () => {
  let wait: (answer: () => void) => void = () => undefined;
  const waiting = new Promise<() => void>((resolve) => (wait = resolve));
  const folder = join(server.context.settings.dataDir, 'slow');
  const payments = createTestPayments(folder, () => new Promise<void>((resolve) => wait(resolve)));
  const charge = { key: randomUUID(), nonce: testNonces.slow, amount: 1900, currency: 'EUR' };
  const slow = payments.charge(charge);
  expect(await payments.find(charge.key)).toBeNull();
  const answer = await waiting;
  answer();
  const answered = await slow;
  expect(await payments.find(charge.key)).toEqual(answered);
});

test('without a provider nothing is offered', async () => {
  const without = await startTestServer();
  const paolo = await addPerson(without, { role: 'ADMIN' });
  expect(await paolo.call(contracts.listPurchases, {})).toEqual({ offer: null, purchases: [] });
  await expect(paolo.call(contracts.buyMinutes, wanted(testNonces.accepted))).rejects.toEqual(refusal('notFound'));
  await without.close();
});

test('test payments are not offered to others by mistake', () => {
  const open = (other: Readonly<Record<string, string>>) => createPayments(readSettings({ ...SETTINGS, ...other }));
  expect(open({})?.isTest).toBe(true);
  expect(() => open({ HOST: '0.0.0.0' })).toThrow(/test-in-public/);
  expect(() => open({ PUBLIC_URL: 'https://help.example.com' })).toThrow(/test-in-public/);
  expect(open({ HOST: '0.0.0.0', PAYMENTS: 'test-in-public' })?.isTest).toBe(true);
});

test.each([
  { PAYMENTS: 'test' },
  { MINUTE_PACKAGES: '60:1900' },
  { PAYMENTS: 'free', MINUTE_PACKAGES: '60:1900' },
  { ...SETTINGS, MINUTE_PACKAGES: '60:19.00' },
  { ...SETTINGS, MINUTE_PACKAGES: '60:0' },
  { ...SETTINGS, MINUTE_PACKAGES: '60:1900,60:2000' },
  { ...SETTINGS, PAYMENT_CURRENCY: 'euro' },
])('refuses the settings %o', (variables) => {
  expect(() => readSettings(variables as Record<string, string>)).toThrow(/PAYMENTS|MINUTE_PACKAGES|PAYMENT_CURRENCY/);
});
