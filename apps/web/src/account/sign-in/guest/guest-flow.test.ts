import type { GuestEntry, ReceivedGuestLink } from '@earth/contracts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NO_ANSWER } from '../../../platform';
import { testContact, testProfile } from '../../../testing/people';
import { createGuestFlow, type GuestPorts } from './guest-flow';

const CODE = 'c0de';
const link: ReceivedGuestLink = { host: { name: 'Giulia Ferri' }, companyName: 'Demo Water Works' };
const entry: GuestEntry = {
  login: { token: { token: 't', refreshToken: 'r', deviceId: 'device-1' }, privateKey: 'k' },
  profile: testProfile({ name: 'Rosa Blu' }),
  host: testContact(),
  ratingToken: 'r4te',
};

type Refused = Pick<ConstructorParameters<typeof ApiError>[0], 'code' | 'error'>;
const refusal = ({ code, error }: Refused) => new ApiError({ code, error, message: `said ${code}` });

const ports = {
  readGuestLink: vi.fn<GuestPorts['readGuestLink']>(),
  enterAsGuest: vi.fn<GuestPorts['enterAsGuest']>(),
  save: vi.fn<GuestPorts['save']>(),
};

beforeEach(() => {
  vi.resetAllMocks();
  ports.readGuestLink.mockResolvedValue(link);
  ports.enterAsGuest.mockResolvedValue(entry);
});

async function toName(name = '') {
  const flow = createGuestFlow(ports, CODE, false);
  await flow.lookUp();
  flow.type(name);
  return flow;
}

describe('a link', () => {
  test('shows the host, asks for a name, and lets the guest in', async () => {
    const flow = await toName(' Rosa Blu ');
    expect(flow.store.getState()).toMatchObject({ step: 'enter', link });
    expect(ports.enterAsGuest).not.toHaveBeenCalled();
    await flow.enter();
    expect(ports.enterAsGuest).toHaveBeenCalledWith({ code: CODE, name: 'Rosa Blu' });
    expect(ports.save).toHaveBeenCalledWith(entry);
    expect(flow.store.getState()).toEqual({ step: 'inside' });
  });

  test.each([
    ['guestLinkOver', 410],
    ['guestLinkRevoked', 410],
    ['guestLinkExpired', 410],
    ['guestLinkUsed', 410],
    ['invalidCode', 403],
  ] as const)('gives the reason if it is invalid, at every step: %s', async (error, code) => {
    const flow = await toName('Rosa');
    ports.enterAsGuest.mockRejectedValue(refusal({ error, code }));
    await flow.enter();
    expect(flow.store.getState()).toEqual({ step: 'over', why: error });
    ports.readGuestLink.mockRejectedValue(refusal({ error, code }));
    await flow.lookUp();
    expect(flow.store.getState()).toEqual({ step: 'over', why: error });
  });

  test('without a code, sends no request', () => {
    expect(createGuestFlow(ports, '', false).store.getState()).toEqual({ step: 'over', why: 'invalidCode' });
    expect(ports.readGuestLink).not.toHaveBeenCalled();
  });

  test('can be retried if the server did not answer', async () => {
    ports.readGuestLink.mockRejectedValueOnce(refusal({ error: null, code: NO_ANSWER }));
    const flow = await toName();
    expect(flow.store.getState()).toEqual({ step: 'looking', isSilent: true });
    await flow.lookUp();
    expect(flow.store.getState()).toMatchObject({ step: 'enter' });
  });
});

test.each([
  ['   ', 'nameEmpty'],
  ['a'.repeat(101), 'nameTooLong'],
  ['Ro\nsa', 'nameTooLong'],
])('asks again for a name like %j', async (name, text) => {
  const flow = await toName(name);
  await flow.enter();
  expect(flow.store.getState()).toMatchObject({ step: 'enter', name, problem: { text } });
  expect(ports.enterAsGuest).not.toHaveBeenCalled();
});

test('keeps the name if the server does not answer or refuses', async () => {
  const flow = await toName('Rosa');
  ports.enterAsGuest.mockRejectedValueOnce(refusal({ error: null, code: NO_ANSWER }));
  await flow.enter();
  expect(flow.store.getState()).toMatchObject({ name: 'Rosa', isBusy: false, problem: { text: 'noAnswer' } });
  ports.enterAsGuest.mockRejectedValueOnce(refusal({ error: 'callsOff', code: 403 }));
  await flow.enter();
  expect(flow.store.getState()).toMatchObject({ name: 'Rosa', problem: { words: 'said 403' } });
});

test('reports a session that cannot be stored', async () => {
  ports.save.mockRejectedValue(new Error('The store is full'));
  const flow = await toName('Rosa');
  await flow.enter();
  expect(flow.store.getState()).toMatchObject({ step: 'enter', problem: { text: 'notSaved' } });
});

test('a reloaded tab is still inside, and fetches the reason when its session ends', async () => {
  const flow = createGuestFlow(ports, CODE, true);
  expect(flow.store.getState()).toEqual({ step: 'inside' });
  ports.readGuestLink.mockRejectedValue(refusal({ error: 'guestLinkOver', code: 410 }));
  await flow.lookUp();
  expect(flow.store.getState()).toEqual({ step: 'over', why: 'guestLinkOver' });
});
