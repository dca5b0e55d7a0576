import type { Customer, Login } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NO_ANSWER } from '../../platform';
import { createSignInFlow, type SignInPorts } from './sign-in-flow';
import { secondsUntil } from './use-countdown';

const demo: Customer = { name: 'Demo Water Works', code: 'DEMO' };
const tiles: Customer = { name: 'Tiles & Co.', code: 'TILES' };
const login: Login = { token: { token: 't', refreshToken: 'r', deviceId: 'device-1' }, privateKey: 'k' };

const refusal = (code: number, rest: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ code, error: null, message: `said ${code}`, ...rest });

let now: number;
const ports = {
  checkEmail: vi.fn<SignInPorts['checkEmail']>(),
  confirmCode: vi.fn<SignInPorts['confirmCode']>(),
  signIn: vi.fn<SignInPorts['signIn']>(),
  save: vi.fn<SignInPorts['save']>(),
  now: () => now,
  resendSeconds: () => 30,
};

function startWith(email: string) {
  const flow = createSignInFlow(ports);
  flow.setEmail(email);
  return flow;
}

async function toCodeStep() {
  const flow = startWith('luca@demo.example');
  await flow.submitEmail();
  return flow;
}

beforeEach(() => {
  vi.resetAllMocks();
  now = 1_000_000;
  ports.checkEmail.mockResolvedValue([demo]);
  ports.confirmCode.mockResolvedValue(null);
  ports.signIn.mockResolvedValue(login);
  ports.save.mockResolvedValue();
});

test('one customer: the code is sent at once, to the address as it is written everywhere', async () => {
  const flow = startWith(' Luca@Demo.example ');

  await flow.submitEmail();

  expect(ports.confirmCode).toHaveBeenCalledWith({ email: 'luca@demo.example', customCode: 'DEMO' });
  expect(flow.store.getState()).toMatchObject({ step: 'code', email: 'luca@demo.example', customer: demo });
});

test('several customers: the choice sends the code', async () => {
  ports.checkEmail.mockResolvedValue([demo, tiles]);
  const flow = startWith('anna@demo.example');

  await flow.submitEmail();
  expect(flow.store.getState()).toMatchObject({ step: 'customer', customers: [demo, tiles] });
  expect(ports.confirmCode).not.toHaveBeenCalled();
  await flow.chooseCustomer(tiles);

  expect(ports.confirmCode).toHaveBeenCalledWith({ email: 'anna@demo.example', customCode: 'TILES' });
  expect(flow.store.getState()).toMatchObject({ step: 'code', customer: tiles });
});

test.each([
  ['', 'fieldEmpty'],
  ['luca.moretti.demo.example', 'emailFormat'],
])('«%s» is not sent: %s', async (email, text) => {
  const flow = startWith(email);

  await flow.submitEmail();

  expect(flow.store.getState()).toMatchObject({ step: 'email', email, problem: { text } });
  expect(ports.checkEmail).not.toHaveBeenCalled();
});

test.each([
  [refusal(404, { error: 'unknownEmail' }), { text: 'unknownEmail' }],
  [refusal(403), { text: 'deviceLimit' }],
  [refusal(NO_ANSWER), { text: 'noAnswer' }],
  [refusal(500), { words: 'said 500' }],
])('a failed check (%s) stays at the e-mail and keeps it', async (error, problem) => {
  ports.checkEmail.mockRejectedValue(error);
  const flow = startWith('luca@demo.example');

  await flow.submitEmail();

  expect(flow.store.getState()).toEqual({ step: 'email', email: 'luca@demo.example', isBusy: false, problem });
});

test('a device over the cap is refused where the code is asked for', async () => {
  ports.confirmCode.mockRejectedValue(refusal(403));
  const flow = startWith('luca@demo.example');

  await flow.submitEmail();

  expect(flow.store.getState()).toMatchObject({ step: 'email', problem: { text: 'deviceLimit' } });
});

test('a code that went out a moment ago is still asked for, and a new one waits', async () => {
  ports.confirmCode.mockRejectedValue(refusal(429, { retryAfterSeconds: 24 }));

  const flow = await toCodeStep();

  expect(flow.store.getState()).toMatchObject({
    step: 'code',
    resendAt: now + 24_000,
    problem: { words: 'said 429', until: now + 24_000 },
  });
});

test('a code can be sent again once the time is over', async () => {
  const flow = await toCodeStep();

  now += 29_000;
  await flow.resend();
  expect(ports.confirmCode).toHaveBeenCalledTimes(1);
  now += 1_000;
  await flow.resend();

  expect(ports.confirmCode).toHaveBeenCalledTimes(2);
  expect(flow.store.getState()).toMatchObject({ resendAt: now + 30_000 });
});

test('the right code signs in', async () => {
  const flow = await toCodeStep();

  await expect(flow.submitCode('407193')).resolves.toBe(true);

  expect(ports.signIn).toHaveBeenCalledWith({ email: 'luca@demo.example', customCode: 'DEMO', password: '407193' });
  expect(ports.save).toHaveBeenCalledWith(login);
});

test('a wrong code says so and can be typed again', async () => {
  ports.signIn.mockRejectedValue(refusal(403));
  const flow = await toCodeStep();

  await expect(flow.submitCode('000000')).resolves.toBe(false);

  expect(flow.store.getState()).toMatchObject({ step: 'code', isBusy: false, problem: { text: 'invalidCode' } });
});

test('a code of five digits is not sent', async () => {
  const flow = await toCodeStep();

  await expect(flow.submitCode('40719')).resolves.toBe(false);

  expect(ports.signIn).not.toHaveBeenCalled();
  expect(flow.store.getState()).toMatchObject({ problem: { text: 'codeTooShort' } });
});

test('a session that the browser does not keep is no sign-in', async () => {
  ports.save.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const flow = await toCodeStep();

  await expect(flow.submitCode('407193')).resolves.toBe(false);

  expect(flow.store.getState()).toMatchObject({ problem: { text: 'notSaved' } });
});

test('the e-mail can be changed, and is still there', async () => {
  const flow = await toCodeStep();

  flow.changeEmail();

  expect(flow.store.getState()).toEqual({ step: 'email', email: 'luca@demo.example', isBusy: false, problem: null });
});

test('the countdown shows whole seconds and stops at none', () => {
  expect(secondsUntil(30_000, 0)).toBe(30);
  expect(secondsUntil(30_000, 29_100)).toBe(1);
  expect(secondsUntil(30_000, 31_000)).toBe(0);
});
