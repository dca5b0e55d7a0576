/** The end of a guest's link: who was in the call is thanked and may rate it, anybody else is told how to get another link. */
import type { CallView } from '@earth/calls';
import { errorOf } from '@earth/contracts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCalls } from '../../../assist/calls';
import { session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import { testProfile } from '../../../testing/people';
import { beginScope, PresentScope } from '../../../testing/scope';
import { GuestPage } from './GuestPage';

const MORE_HELP = /ask the person who sent it for a new one/;

let listeners: Set<() => void>;
let isBeginning: boolean;
let view: CallView | { readonly phase: CallView['phase'] };

/** The call, as far as the guest's page looks at it. */
function showCall(phase: CallView['phase']) {
  view = { phase };
  act(() => {
    for (const listener of listeners) listener();
  });
}

/** The server has ended the session, which clears what the tab has stored. */
function endSession() {
  sessionStorage.clear();
  act(() => session.store.setState({ status: 'signedOut', isOver: true }, true));
}

function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: GuestPage }),
    history: createMemoryHistory({ initialEntries: ['/guest#c0de'] }),
  });
  return render(
    <PresentScope>
      <RouterProvider router={router} />
    </PresentScope>,
  );
}

beforeEach(() => {
  setLanguage('en');
  listeners = new Set();
  view = { phase: 'idle' };
  isBeginning = false;
  vi.stubGlobal('fetch', async () => {
    const [code, message] = errorOf('guestLinkOver');
    const data = { error: 'guestLinkOver' };
    return Response.json({ result: { success: false, code, message }, data }, { status: code });
  });
  const calls = {
    getView: () => view,
    isBeginning: () => isBeginning,
    getScreens: () => null,
    start: async () => undefined,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  sessionStorage.setItem('guestRating', 'r4te');
  session.store.setState({ status: 'signedIn', profile: testProfile({ name: 'Rosa Blu' }) }, true);
  // After the sign-in, which begins a scope too.
  beginScope([[createCalls, calls]]);
});
afterEach(() => vi.unstubAllGlobals());

test('a guest who was in the call is thanked and asked to rate it', async () => {
  open();
  await screen.findByRole('heading', { name: 'You joined as Rosa Blu' });
  for (const phase of ['calling', 'inCall', 'closed'] as const) showCall(phase);
  endSession();
  expect(await screen.findByText(/^Thank you/)).toBeDefined();
  expect(await screen.findByRole('radio', { name: '5 stars' })).toBeDefined();
});

test('so is one whose tab was reloaded in the call, and has not come back into it', async () => {
  const { unmount } = open();
  await screen.findByRole('heading', { name: 'You joined as Rosa Blu' });
  showCall('inCall');
  unmount();
  view = { phase: 'idle' };
  open();
  await screen.findByRole('heading', { name: 'You joined as Rosa Blu' });
  endSession();
  expect(await screen.findByText(/^Thank you/)).toBeDefined();
});

test('a guest whom a full call refused, or who came too late, is not thanked and does not rate', async () => {
  open();
  await screen.findByRole('heading', { name: 'You joined as Rosa Blu' });
  for (const phase of ['calling', 'closed'] as const) showCall(phase);
  endSession();
  expect(await screen.findByText(MORE_HELP)).toBeDefined();
  expect(screen.queryByText(/^Thank you/)).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('while the call begins, the guest is told so, and is not asked to begin it', async () => {
  isBeginning = true;
  open();
  expect(await screen.findByRole('heading', { name: /^Calling / })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Call\b/ })).toBeNull();
  // The question for the camera was cancelled.
  isBeginning = false;
  showCall('idle');
  expect(screen.getByRole('button', { name: /^Call\b/ })).toBeDefined();
});
