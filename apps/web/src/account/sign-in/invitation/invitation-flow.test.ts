import type { Login, ReceivedInvitation } from '@earth/contracts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NO_ANSWER } from '../../../platform';
import { createInvitationFlow, type InvitationPorts } from './invitation-flow';

const link = { email: 'ada@pump.example', invitationCode: '123456789012' };
const none = { email: '', invitationCode: '' };
const customer = { name: 'Demo Water Works', code: 'DEMO' };
const invitation: ReceivedInvitation = {
  name: 'Ada Monti',
  role: 'ASSISTED',
  inviter: { name: 'Giulia Ferri' },
  customer,
  isKnown: false,
};
const login: Login = { token: { token: 't', refreshToken: 'r', deviceId: 'device-1' }, privateKey: 'k' };

type Refused = Pick<ConstructorParameters<typeof ApiError>[0], 'code' | 'error'>;
const refusal = ({ code, error }: Refused) => new ApiError({ code, error, message: `said ${code}` });

const ports = {
  readInvitation: vi.fn<InvitationPorts['readInvitation']>(),
  register: vi.fn<InvitationPorts['register']>(),
  save: vi.fn<InvitationPorts['save']>(),
  signOut: vi.fn<InvitationPorts['signOut']>(),
};

beforeEach(() => {
  vi.resetAllMocks();
  ports.readInvitation.mockResolvedValue(invitation);
  ports.register.mockResolvedValue({ loginResult: { loginData: login }, customer });
});

async function toOffer() {
  const flow = createInvitationFlow(ports, link);
  await flow.lookUp();
  return flow;
}

describe('a link', () => {
  test('is looked up, shown, and accepted with one tap', async () => {
    const flow = await toOffer();
    expect(ports.readInvitation).toHaveBeenCalledWith(link);
    expect(flow.store.getState()).toMatchObject({ step: 'offer', invitation, problem: null });
    expect(ports.register).not.toHaveBeenCalled();
    await flow.accept(false);
    expect(ports.register).toHaveBeenCalledWith(link);
    expect(ports.save).toHaveBeenCalledWith(login);
    expect(ports.signOut).not.toHaveBeenCalled();
    expect(flow.store.getState().step).toBe('done');
  });

  test.each([
    ['invitationUsed', 410],
    ['invitationExpired', 410],
    ['invitationRevoked', 410],
    ['invalidCode', 403],
  ] as const)('gives the reason if it is invalid: %s', async (error, code) => {
    ports.readInvitation.mockRejectedValue(refusal({ error, code }));
    const flow = await toOffer();
    expect(flow.store.getState()).toMatchObject({ step: 'over', why: error, email: link.email });
  });

  test('a truncated link can be completed by hand', async () => {
    ports.readInvitation.mockRejectedValue(refusal({ error: 'invalidInput', code: 400 }));
    const flow = await toOffer();
    expect(flow.store.getState()).toMatchObject({ step: 'enter', ...link });
  });

  test('can be retried if the server did not answer', async () => {
    ports.readInvitation.mockRejectedValueOnce(refusal({ error: null, code: NO_ANSWER }));
    const flow = await toOffer();
    expect(flow.store.getState()).toMatchObject({ step: 'looking', isSilent: true });
    await flow.lookUp();
    expect(flow.store.getState().step).toBe('offer');
  });
});

describe('accepting', () => {
  test('leads to the sign-in if the company’s people sign in by its identity provider alone', async () => {
    ports.register.mockRejectedValue(refusal({ error: 'singleSignOnRequired', code: 403 }));
    const flow = await toOffer();
    await flow.accept(false);
    expect(flow.store.getState()).toEqual({ step: 'signOn', ...link });
    expect(ports.save).not.toHaveBeenCalled();
  });

  test('signs out another user first', async () => {
    const flow = await toOffer();
    await flow.accept(true);
    expect(ports.signOut.mock.invocationCallOrder[0]).toBeLessThan(ports.register.mock.invocationCallOrder[0] ?? 0);
  });

  test.each([
    [{ error: 'deviceLimit', code: 403 }, { text: 'deviceLimit' }],
    [{ error: null, code: NO_ANSWER }, { text: 'noAnswer' }],
    [{ error: 'internal', code: 500 }, { words: 'said 500' }],
  ] as const)('can be retried after a refusal: %j', async (error, problem) => {
    ports.register.mockRejectedValueOnce(refusal(error));
    const flow = await toOffer();
    await flow.accept(false);
    expect(flow.store.getState()).toMatchObject({ step: 'offer', isBusy: false, problem });
    await flow.accept(false);
    expect(flow.store.getState().step).toBe('done');
  });

  test('gives the reason if it is too late', async () => {
    ports.register.mockRejectedValue(refusal({ error: 'invitationRevoked', code: 410 }));
    const flow = await toOffer();
    await flow.accept(false);
    expect(flow.store.getState()).toMatchObject({ step: 'over', why: 'invitationRevoked' });
  });

  test('happens once for several taps', async () => {
    const flow = await toOffer();
    await Promise.all([flow.accept(false), flow.accept(false)]);
    expect(ports.register).toHaveBeenCalledTimes(1);
  });

  test('fails if the browser cannot store the session', async () => {
    ports.save.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    const flow = await toOffer();
    await flow.accept(false);
    expect(flow.store.getState()).toMatchObject({ step: 'offer', problem: { text: 'notSaved' } });
  });
});

describe('a code without a link', () => {
  test('is entered with the e-mail address', async () => {
    const flow = createInvitationFlow(ports, none);
    expect(flow.store.getState().step).toBe('enter');
    flow.enter({ email: ' Ada@Pump.example ' });
    flow.enter({ invitationCode: '1234 5678 9012' });
    await flow.submit();
    expect(ports.readInvitation).toHaveBeenCalledWith({ email: link.email, invitationCode: '1234 5678 9012' });
    expect(flow.store.getState()).toMatchObject({ step: 'offer', email: link.email });
  });

  test.each([
    [
      { email: '', invitationCode: '1' },
      { field: 'email', text: 'fieldEmpty' },
    ],
    [
      { email: 'ada', invitationCode: '1' },
      { field: 'email', text: 'emailFormat' },
    ],
    [
      { email: link.email, invitationCode: ' ' },
      { field: 'invitationCode', text: 'fieldEmpty' },
    ],
    [
      { email: link.email, invitationCode: '1234 56' },
      { field: 'invitationCode', text: 'invitationCodeTooShort' },
    ],
  ] as const)('is validated before it is sent: %j', async (typed, problem) => {
    const flow = createInvitationFlow(ports, none);
    flow.enter(typed);
    await flow.submit();
    expect(ports.readInvitation).not.toHaveBeenCalled();
    expect(flow.store.getState()).toMatchObject({ step: 'enter', problem, ...typed });
  });

  test('shows a wrong code at the field, and keeps it', async () => {
    ports.readInvitation.mockRejectedValue(refusal({ error: 'invalidCode', code: 403 }));
    const flow = createInvitationFlow(ports, none);
    flow.enter(link);
    await flow.submit();
    const problem = { field: 'invitationCode', text: 'invitationInvalid' };
    expect(flow.store.getState()).toMatchObject({ step: 'enter', isBusy: false, problem, ...link });
  });
});
