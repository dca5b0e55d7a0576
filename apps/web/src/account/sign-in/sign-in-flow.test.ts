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

test('with one customer, sends the code at once, to the normalized address', async () => {
  const flow = startWith(' Luca@Demo.example ');

  await flow.submitEmail();

  expect(ports.confirmCode).toHaveBeenCalledWith({ email: 'luca@demo.example', customCode: 'DEMO' });
  expect(flow.store.getState()).toMatchObject({ step: 'code', email: 'luca@demo.example', customer: demo });
});

test('with several customers, sends the code after the choice', async () => {
  ports.checkEmail.mockResolvedValue([demo, tiles]);
  const flow = startWith('anna@demo.example');

  await flow.submitEmail();
  expect(flow.store.getState()).toMatchObject({ step: 'customer', customers: [demo, tiles] });
  expect(ports.confirmCode).not.toHaveBeenCalled();
  await flow.chooseCustomer(tiles);

  expect(ports.confirmCode).toHaveBeenCalledWith({ email: 'anna@demo.example', customCode: 'TILES' });
  expect(flow.store.getState()).toMatchObject({ step: 'code', customer: tiles });
});

test('a customer with an identity provider sends no code before the user wants one', async () => {
  ports.checkEmail.mockResolvedValue([{ ...demo, singleSignOn: 'offered' }]);
  const flow = startWith('luca@demo.example');

  await flow.submitEmail();
  expect(flow.store.getState()).toMatchObject({ step: 'signOn', email: 'luca@demo.example', customer: demo });
  expect(ports.confirmCode).not.toHaveBeenCalled();
  await flow.sendCode();

  expect(ports.confirmCode).toHaveBeenCalledWith({ email: 'luca@demo.example', customCode: 'DEMO' });
  expect(flow.store.getState()).toMatchObject({ step: 'code', customer: demo });
});

test('of several customers, the chosen one decides', async () => {
  ports.checkEmail.mockResolvedValue([demo, { ...tiles, singleSignOn: 'required' }]);
  const flow = startWith('anna@demo.example');

  await flow.submitEmail();
  await flow.chooseCustomer({ ...tiles, singleSignOn: 'required' });

  expect(flow.store.getState()).toMatchObject({ step: 'signOn', customer: tiles });
});

test('says in the server’s words that codes are off', async () => {
  ports.signIn.mockRejectedValue(refusal(403, { error: 'singleSignOnRequired', message: 'Codes are off' }));
  const flow = await toCodeStep();

  await flow.submitCode('407193');

  expect(flow.store.getState()).toMatchObject({ step: 'code', problem: { words: 'Codes are off' } });
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
])('a failed check (%s) stays at the e-mail step and keeps the address', async (error, problem) => {
  ports.checkEmail.mockRejectedValue(error);
  const flow = startWith('luca@demo.example');

  await flow.submitEmail();

  expect(flow.store.getState()).toEqual({ step: 'email', email: 'luca@demo.example', isBusy: false, problem });
});

test('reports the device limit at the code step', async () => {
  ports.confirmCode.mockRejectedValue(refusal(403));
  const flow = startWith('luca@demo.example');

  await flow.submitEmail();

  expect(flow.store.getState()).toMatchObject({ step: 'email', problem: { text: 'deviceLimit' } });
});

test('asks for a code that was sent moments ago; a new one has to wait', async () => {
  ports.confirmCode.mockRejectedValue(refusal(429, { retryAfterSeconds: 24 }));

  const flow = await toCodeStep();

  expect(flow.store.getState()).toMatchObject({
    step: 'code',
    resendAt: now + 24_000,
    problem: { words: 'said 429', until: now + 24_000 },
  });
});

test('after a step back the code that was sent is still asked for, and none is requested within the waiting time', async () => {
  const flow = await toCodeStep();
  const { resendAt } = flow.store.getState() as { resendAt: number };

  now += 10_000;
  flow.changeEmail();
  await flow.submitEmail();
  expect(flow.store.getState()).toMatchObject({ step: 'code', resendAt, problem: null });
  expect(ports.confirmCode).toHaveBeenCalledTimes(1);

  flow.changeEmail();
  flow.setEmail('sara@demo.example');
  await flow.submitEmail();
  expect(ports.confirmCode).toHaveBeenLastCalledWith({ email: 'sara@demo.example', customCode: 'DEMO' });

  now += 30_000;
  flow.changeEmail();
  await flow.submitEmail();
  expect(ports.confirmCode).toHaveBeenCalledTimes(3);
});

test('can send the code again after the waiting time', async () => {
  const flow = await toCodeStep();

  now += 29_000;
  await flow.resend();
  expect(ports.confirmCode).toHaveBeenCalledTimes(1);
  now += 1_000;
  await flow.resend();

  expect(ports.confirmCode).toHaveBeenCalledTimes(2);
  expect(flow.store.getState()).toMatchObject({ resendAt: now + 30_000 });
});

test('signs in with the right code', async () => {
  const flow = await toCodeStep();

  await expect(flow.submitCode('407193')).resolves.toBe(true);

  expect(ports.signIn).toHaveBeenCalledWith({ email: 'luca@demo.example', customCode: 'DEMO', password: '407193' });
  expect(ports.save).toHaveBeenCalledWith(login);
});

test('reports a wrong code, which can be typed again', async () => {
  ports.signIn.mockRejectedValue(refusal(403));
  const flow = await toCodeStep();

  await expect(flow.submitCode('000000')).resolves.toBe(false);

  expect(flow.store.getState()).toMatchObject({ step: 'code', isBusy: false, problem: { text: 'invalidCode' } });
});

test('does not send a code of five digits', async () => {
  const flow = await toCodeStep();

  await expect(flow.submitCode('40719')).resolves.toBe(false);

  expect(ports.signIn).not.toHaveBeenCalled();
  expect(flow.store.getState()).toMatchObject({ problem: { text: 'codeTooShort' } });
});

test('fails if the browser cannot store the session', async () => {
  ports.save.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const flow = await toCodeStep();

  await expect(flow.submitCode('407193')).resolves.toBe(false);

  expect(flow.store.getState()).toMatchObject({ problem: { text: 'notSaved' } });
});

test('the e-mail can be changed, and is still filled in', async () => {
  const flow = await toCodeStep();

  flow.changeEmail();

  expect(flow.store.getState()).toEqual({ step: 'email', email: 'luca@demo.example', isBusy: false, problem: null });
});

test('the countdown shows whole seconds and stops at zero', () => {
  expect(secondsUntil(30_000, 0)).toBe(30);
  expect(secondsUntil(30_000, 29_100)).toBe(1);
  expect(secondsUntil(30_000, 31_000)).toBe(0);
});
