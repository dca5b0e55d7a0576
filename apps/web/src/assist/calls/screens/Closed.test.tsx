import type { CallView, Snapshot } from '@earth/calls';
import type { Outgoing } from '@earth/messaging';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Call, CallTarget } from '@earth/contracts';
import { session } from '../../../platform';
import { testContact, testProfile } from '../../../testing/people';
import { Closed } from './Closed';

type ClosedView = Extract<CallView, { phase: 'closed' }>;

const snapshot = (uniqueId: string, state: Snapshot['state']): Snapshot => ({
  pic: { uniqueId, clientId: null } as Snapshot['pic'],
  number: 1,
  state,
  url: `blob:${uniqueId}`,
  isNew: false,
  canDelete: true,
  canDraw: true,
  takenBy: '',
  preview: null,
});
const message = (clientId: string, state: Outgoing['state']) => ({ clientId, state }) as Outgoing;

function open(more: Partial<ClosedView>) {
  const view: ClosedView = {
    phase: 'closed',
    callId: null,
    reason: 'answered',
    isBlocked: false,
    isForged: false,
    message: null,
    people: [testContact()],
    subject: 's',
    productCode: null,
    forHelp: false,
    durationSeconds: 60,
    messages: [],
    outgoing: [],
    snapshots: [],
    ...more,
  };
  const actions = {
    call: vi.fn(),
    dismiss: vi.fn(),
    endLeftOpen: vi.fn(async () => {}),
    rejoin: vi.fn(async () => {}),
    retryMessage: vi.fn(),
    retryPic: vi.fn(),
  };
  render(<Closed view={view} actions={actions} />);
  return actions;
}

test('a call that no network let through says so, and what may help', () => {
  open({ reason: 'failed', isBlocked: true, durationSeconds: 30 });
  expect(screen.getByText(/^A network is blocking the call/)).toBeDefined();
  expect(screen.queryByText(/connection was lost/)).toBeNull();
});

test('a call whose connection was not signed by the other person says so', () => {
  open({ reason: 'failed', isForged: true, durationSeconds: 30 });
  expect(screen.getByText(/^The connection was refused for your safety/)).toBeDefined();
  expect(screen.queryByText(/connection was lost/)).toBeNull();
});

test('it names and counts what is still being saved', () => {
  open({
    snapshots: [snapshot('a', 'ready'), snapshot('b', 'saving')],
    outgoing: [message('m', 'waiting'), message('n', 'sending')],
  });
  expect(screen.getByText('1 minute, 2 snapshots, 2 messages')).toBeDefined();
  expect(screen.getByText(/^Still saving: 1 snapshot and 2 messages/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('it names what was not saved, does not count it, and can retry all of it', () => {
  const actions = open({
    snapshots: [snapshot('a', 'ready'), snapshot('b', 'failed')],
    outgoing: [message('m', 'failed'), message('n', 'tooLarge')],
  });
  expect(screen.getByText('1 minute, 1 snapshot')).toBeDefined();
  expect(screen.getByText('Not saved: 1 snapshot and 2 messages.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(actions.retryPic.mock.calls).toEqual([['b']]);
  expect(actions.retryMessage.mock.calls).toEqual([['m']]);
});

const me = testProfile({ name: 'Luca Moretti' }, 'ASSISTED');
const target = (contact: CallTarget['contact'], state: CallTarget['state']): CallTarget => ({
  contact,
  state,
  annotationsColor: '#ffd23f',
});
const busyWith = (inOldCall: CallTarget['contact'], called = inOldCall) => {
  session.store.setState({ status: 'signedIn', profile: me }, true);
  const self = testContact({ uniqueId: me.uniqueId, name: me.name }, 'ASSISTED');
  const leftOpen = { targets: [target(self, 'joined'), target(inOldCall, 'joined')] } as unknown as Call;
  return open({ reason: 'busy', message: 'Already in another call', people: [called], durationSeconds: 0, leftOpen });
};

test('a person who is busy in the user’s own old call: says so, and offers to go back into it or to end it', async () => {
  const actions = busyWith(testContact({ name: 'Giulia Ferri' }));
  expect(screen.getByText('Your call with Giulia Ferri is still running')).toBeDefined();
  expect(screen.queryByText('Already in another call')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Rejoin' }));
  expect(actions.rejoin).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'End it' }));
  await waitFor(() => expect(actions.dismiss).toHaveBeenCalledOnce());
  expect(actions.endLeftOpen).toHaveBeenCalledOnce();
});

test('what the server says stays if the old call cannot be ended', async () => {
  const actions = busyWith(testContact());
  actions.endLeftOpen.mockRejectedValue(new Error('away'));
  fireEvent.click(screen.getByRole('button', { name: 'End it' }));
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  expect(actions.dismiss).not.toHaveBeenCalled();
});

test('a person who is busy elsewhere stays busy, whatever call the user has left open', () => {
  busyWith(testContact({ name: 'Giulia Ferri' }), testContact({ name: 'Anna Villa' }));
  expect(screen.getByText('Already in another call')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Rejoin' })).toBeNull();
});

test('«Done» comes first, then calling again', async () => {
  const actions = open({});
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Done', 'Call again']);
  fireEvent.click(screen.getByRole('button', { name: 'Call again' }));
  expect(actions.call).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(actions.dismiss).toHaveBeenCalledOnce());
});

test.each(['missed', 'busy', 'unreachable'] as const)(
  'after a call that was not taken (%s), calling again comes first',
  (reason) => {
    const actions = open({ reason, durationSeconds: 0 });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Call again', 'Done']);
    fireEvent.click(screen.getByRole('button', { name: 'Call again' }));
    expect(actions.call).toHaveBeenCalledOnce();
  },
);

test('a call that was declined is not offered first', () => {
  open({ reason: 'declined', durationSeconds: 0 });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Done', 'Call again']);
});
