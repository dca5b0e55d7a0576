import type { CallHistoryItem, Contact } from '@earth/contracts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import { historyQuery } from '../../../shared/queries';
import { testContact, testId, testProfile } from '../../../testing/people';
import { queries, renderInScope } from '../../../testing/scope';
import { Console } from '../Console';

const me = testProfile({}, 'OPERATOR');
const device = (label: string) => ({ kind: 'videoinput', deviceId: 'a', groupId: '', label }) as MediaDeviceInfo;
let devices = [device('')];

beforeEach(() => {
  setLanguage('en');
  devices = [device('')];
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { enumerateDevices: async () => devices, addEventListener() {}, removeEventListener() {} },
  });
  session.store.setState({ status: 'signedIn', profile: me }, true);
  vi.spyOn(api, 'listCalls').mockResolvedValue({ items: [], total: 0 });
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([]);
  vi.spyOn(api, 'listInvitations').mockResolvedValue([]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queries().clear();
});

const guide = () => screen.findByRole('region', { name: 'Get started' });
const stepOf = async (name: string) => {
  const title = within(await guide()).getByRole('heading', { name });
  const step = title.closest('li');
  if (!step) throw new Error('The step is not listed');
  return within(step);
};

test('a controller who is alone is led in three steps, which stay while the first person comes', async () => {
  const { unmount } = renderInScope(<Console />);
  expect(within(await guide()).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText('No calls yet')).toBeNull();
  // The guide has the link for guests.
  expect(screen.queryByRole('button', { name: 'Invite by link' })).toBeNull();
  const invite = await stepOf('Invite people');
  expect(invite.queryByText('Done')).toBeNull();
  const luca = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([{ contact: luca }] as never);
  await queries().refetchQueries({ queryKey: ['people'] });
  expect(await invite.findByText('Done')).toBeDefined();
  unmount();

  // An invited controller knows the person who has invited them.
  const paolo = testContact({ name: 'Paolo Neri' }, 'ADMIN');
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([{ contact: paolo }] as never);
  queries().clear();
  const invited = renderInScope(<Console />);
  expect(within(await guide()).getAllByRole('listitem')).toHaveLength(3);
  expect((await stepOf('Invite people')).queryByText('Done')).toBeNull();
  invited.unmount();

  const two = ['Luca Moretti', 'Anna Villa'].map((name) => ({ contact: testContact({ name }) }));
  vi.spyOn(api, 'listAddressBook').mockResolvedValue(two as never);
  queries().clear();
  renderInScope(<Console />);
  expect(await screen.findByText('No calls yet')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Invite by link' })).toBeDefined();
});

test('each step opens what it names, and is ticked once it is done', async () => {
  renderInScope(<Console />);
  const invite = await stepOf('Invite people');
  expect(invite.queryByText('Done')).toBeNull();
  fireEvent.click(invite.getByRole('button'));
  expect(await screen.findByRole('dialog', { name: 'Invite someone' })).toBeDefined();
  vi.spyOn(api, 'listInvitations').mockResolvedValue([{ uniqueId: testId() }] as never);
  await queries().refetchQueries({ queryKey: ['invitations'] });
  expect(await invite.findByText('Done')).toBeDefined();

  const check = await stepOf('Check camera and microphone');
  expect(check.queryByText('Done')).toBeNull();
  devices = [device('Rear camera')];
  await queries().refetchQueries({ queryKey: ['media-allowed'] });
  expect(await check.findByText('Done')).toBeDefined();
});

/** A call by a guest. */
const callBy = (guest: Contact, reason: 'answered' | 'missed'): CallHistoryItem => ({
  call: { uniqueId: testId(), callerUniqueId: guest.uniqueId, caller: guest, subject: '' } as CallHistoryItem['call'],
  state: 'closed',
  reason,
  startDate: new Date().toISOString(),
  endDate: new Date().toISOString(),
  durationSeconds: 5,
  picsCount: 0,
  messagesCount: 0,
  participants: [
    { contact: guest, state: 'left' },
    { contact: testContact({ uniqueId: me.uniqueId }), state: reason === 'answered' ? 'left' : 'missed' },
  ],
});

test('a call that took place ticks the test call, beside the history; the second one ends the guide', async () => {
  const rosa = testContact({ name: 'Rosa Blu' });
  const [missed, first, second] = (['missed', 'answered', 'answered'] as const).map((reason) => callBy(rosa, reason));
  const haveCalled = (...items: (CallHistoryItem | undefined)[]) =>
    vi.spyOn(api, 'listCalls').mockResolvedValue({ items: items.flatMap((one) => one ?? []), total: items.length });
  haveCalled(missed);
  const routeTree = createRootRoute({ component: Console });
  renderInScope(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
  expect((await stepOf('Make a test call')).queryByText('Done')).toBeNull();
  haveCalled(first, missed);
  await queries().refetchQueries({ queryKey: historyQuery.queryKey });
  expect(await (await stepOf('Make a test call')).findByText('Done')).toBeDefined();
  expect(screen.getAllByText('Rosa Blu').length).toBeGreaterThan(0);
  haveCalled(second, first, missed);
  await queries().refetchQueries({ queryKey: historyQuery.queryKey });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull());
});

test('the test call is a guest link to oneself', async () => {
  const make = vi.spyOn(api, 'makeGuestLink').mockRejectedValue(new Error('no'));
  renderInScope(<Console />);
  fireEvent.click((await stepOf('Make a test call')).getByRole('button'));
  await waitFor(() => expect(make).toHaveBeenCalledWith({}));
});
