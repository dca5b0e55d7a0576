import type { CallView, Snapshot } from '@earth/calls';
import type { Outgoing } from '@earth/messaging';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
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
  preview: null,
});
const message = (clientId: string, state: Outgoing['state']) => ({ clientId, state }) as Outgoing;

function open(more: Partial<ClosedView>) {
  const view: ClosedView = {
    phase: 'closed',
    callId: null,
    reason: 'answered',
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
  const actions = { call: vi.fn(), dismiss: vi.fn(), retryMessage: vi.fn(), retryPic: vi.fn() };
  render(<Closed view={view} actions={actions} />);
  return actions;
}

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
