import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testProfile } from '../../testing/people';
import { showPages } from '../../testing/visitor';
import { AdminHome } from './AdminHome';
import { AdminShell } from './AdminShell';

const asDesktop = (isDesktop: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isDesktop, addEventListener() {}, removeEventListener() {} }));

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  vi.unstubAllGlobals();
});

const show = (role: 'ADMIN' | 'ASSISTED', address: string, isDesktop = true, isServerAdmin?: true) => {
  asDesktop(isDesktop);
  session.store.setState({
    status: 'signedIn',
    profile: testProfile(isServerAdmin ? { isServerAdmin } : {}, role),
  });
  showPages(
    {
      '/admin': address === '/admin' && !isDesktop ? AdminHome : AdminShell,
      '/admin/contents': () => 'The contents',
      '/admin/statistics': AdminShell,
      '/settings': () => 'The settings',
    },
    address,
  );
};

test('lists the sections on a phone', async () => {
  show('ADMIN', '/admin', false);
  const list = await screen.findByRole('list', { name: 'Sections of the back office' });
  expect(list.textContent).toMatch(/Contact requests.*Analytics/);
});

test('has no second list on a desktop while the first section loads', () => {
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'ADMIN') });
  asDesktop(true);
  const { container } = render(<AdminHome />);
  expect(container.textContent).toBe('');
});

test('has the sections at the side on a desktop, and marks the open one', async () => {
  show('ADMIN', '/admin/statistics');
  const link = await screen.findByRole('link', { name: 'Analytics' });
  expect(link.getAttribute('aria-current')).toBe('page');
});

test('shows the state of the server only to those who run it', async () => {
  show('ADMIN', '/admin/statistics');
  expect(await screen.findByRole('link', { name: 'Analytics' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Server' })).toBeNull();
  cleanup();
  show('ADMIN', '/admin/statistics', true, true);
  expect(await screen.findByRole('link', { name: 'Server' })).toBeTruthy();
});

test('opens the first section on a desktop by itself', async () => {
  show('ADMIN', '/admin');
  expect(await screen.findByText('The contents')).toBeTruthy();
});

test('sends people without a section away', async () => {
  show('ASSISTED', '/admin/statistics');
  expect(await screen.findByText('The settings')).toBeTruthy();
});
