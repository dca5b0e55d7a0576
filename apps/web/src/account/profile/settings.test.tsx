import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { noticePush } from '../../platform/push/page-notices';
import { push } from '../../platform/push/page-push';
import { createUnsentStore, forgetUnsent } from '../../platform/storage/unsent';
import { changeVisitorProfile, readVisitorProfile } from '../../platform/storage/visitor-profile';
import { testProfile } from '../../testing/people';
import { standInShell } from '../../testing/shell';
import { initialsOf } from '../../ui/pictures/Avatar';
import { showPages } from '../../testing/visitor';
import { AdminLink } from './AdminLink';
import { Notifications } from './Notifications';
import { SignOut } from './SignOut';
import { ServiceGroup } from './ServiceGroup';
import { VisitorGroup } from './VisitorGroup';
import { VisitorPage } from './VisitorPage';

const show = (page: ReactNode) => render(page);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  localStorage.clear();
  setLanguage('en');
});

test.each([
  ['en', 'Citizen', 'Do you want to confirm the data entered?', 'Cancel', 'Confirm'],
  ['it', 'Cittadino', 'Vuoi confermare i dati inseriti?', 'Annulla', 'Conferma'],
] as const)(
  'D5.9: asks for confirmation of each change of the profile, in «%s»: %s',
  async (language, role, ask, no, yes) => {
    setLanguage(language);
    show(<VisitorGroup />);
    fireEvent.click(screen.getByRole('radio', { name: role }));
    expect(await screen.findByRole('dialog', { name: ask })).toBeDefined();
    press(no);
    expect(readVisitorProfile().profileRole).toBe('tourist');
    fireEvent.click(screen.getByRole('radio', { name: role }));
    await screen.findByRole('dialog', { name: ask });
    press(yes);
    expect(readVisitorProfile().profileRole).toBe('citizen');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: role }).checked).toBe(true);
  },
);

test.each([
  ['en', 'In order to receive call notifications, please enabled notification for this app'],
  ['it', 'Per ricevere le notifiche delle chiamate, attiva le notifiche per questa app'],
] as const)('D8.16: shows the message about the permission, in «%s»', async (language, words) => {
  setLanguage(language);
  push.store.setState('asking', true);
  show(<Notifications />);
  expect(screen.getByText(words)).toBeDefined();
});

test.each([
  ['en', /^Your browser blocks notifications/, /^This device blocks notifications/, 'Open the device’s settings'],
  [
    'it',
    /^Il browser blocca le notifiche/,
    /^Questo dispositivo blocca le notifiche/,
    'Apri le impostazioni del dispositivo',
  ],
] as const)(
  'D4.22: explains where to allow blocked notifications, and the shell leads there, in «%s»',
  async (language, inBrowser, inShell, toSettings) => {
    setLanguage(language);
    push.store.setState('blocked', true);
    const { unmount } = show(<Notifications />);
    expect(screen.getByText(inBrowser)).toBeDefined();
    unmount();
    const shell = standInShell({ Permissions: { openSettings: () => undefined } });
    show(<Notifications />);
    expect(screen.getByText(inShell)).toBeDefined();
    press(toSettings);
    await vi.waitFor(() => expect(shell.optionsOf('Permissions', 'openSettings')).toEqual([{ page: 'notifications' }]));
    vi.unstubAllGlobals();
  },
);

test.each([
  ['en', 'absent', /^This browser can’t show notifications here.*home screen/],
  ['en', 'offline', /you’re offline. Try again once/],
  ['en', 'noService', /push service .* didn’t respond. A firewall/],
  ['en', 'failed', /the server didn’t respond. Try again/],
  ['it', 'absent', /^Qui questo browser non può mostrare notifiche.*schermata Home/],
  ['it', 'offline', /sei offline. Riprova quando/],
  ['it', 'noService', /il servizio push .* non ha risposto. Forse lo blocca un firewall/],
  ['it', 'failed', /il server non ha risposto. Riprova/],
] as const)('says why notifications are not set up, and what to do, in «%s»: %s', (language, state, words) => {
  setLanguage(language);
  push.store.setState(state, true);
  show(<Notifications />);
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.queryAllByRole('button')).toHaveLength(state === 'absent' ? 0 : 1);
});

test.each(['offline', 'noService', 'failed'] as const)(
  'notifications that failed (%s) are shown as off, and can be turned on again',
  async (state) => {
    push.store.setState(state, true);
    const turnOn = vi.spyOn(push, 'turnOn').mockResolvedValue();
    turnOn.mockClear();
    show(<Notifications />);
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Notifications on this device' });
    expect(toggle.checked).toBe(false);
    fireEvent.click(toggle);
    await screen.findByRole('dialog', { name: 'Do you want to confirm the data entered?' });
    press('Confirm');
    expect(turnOn).toHaveBeenCalledOnce();
  },
);

test('D2.37: the sign-out popup shows initials, name, company, role, e-mail, and the question', async () => {
  const me = testProfile();
  session.store.setState({ status: 'signedIn', profile: me }, true);
  showPages({ '/out': SignOut }, '/out');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  const popup = await screen.findByRole('dialog', { name: 'Do you want to logout?' });
  for (const fact of [me.name, me.company.name, me.email]) expect(within(popup).getByText(fact)).toBeTruthy();
  expect(within(popup).getByText(initialsOf(me.name))).toBeDefined();
  expect(within(popup).getByText('Role').nextSibling?.textContent).not.toBe('');
});

test('D9.7: signs out once, 200 ms after the answer', async () => {
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue();
  showPages({ '/out': SignOut, '/login/': () => <p>Signed out</p> }, '/out');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  const popup = await screen.findByRole('dialog', { name: 'Do you want to logout?' });
  const answer = within(popup).getByRole('button', { name: 'Sign out' });
  vi.useFakeTimers();
  fireEvent.click(answer);
  fireEvent.click(answer);
  await act(() => vi.advanceTimersByTimeAsync(199));
  expect(signOut).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  expect(signOut).toHaveBeenCalledOnce();
  signOut.mockRestore();
});

test.each([
  ['en', 'Sign out', '1 message hasn’t been sent yet and will be lost.'],
  ['it', 'Esci', '1 messaggio non è ancora stato inviato e andrà perso.'],
] as const)('warns of pending messages before a sign-out, in «%s»', async (language, out, line) => {
  setLanguage(language);
  const profile = testProfile();
  session.store.setState({ status: 'signedIn', profile }, true);
  const tab = createUnsentStore(profile.uniqueId, { request: async () => {} });
  await tab.keep({ fields: { id: 'call', message: 'sealed', cryptoSchema: 1, clientId: 'a' } });
  showPages({ '/out': SignOut, '/login/': () => <p>Signed out</p> }, '/out');
  fireEvent.click(await screen.findByRole('button', { name: out }));
  const popup = await screen.findByRole('dialog');
  expect(await within(popup).findByText(line)).toBeDefined();
  await forgetUnsent();
  await vi.waitFor(() => expect(within(popup).queryByText(line)).toBeNull(), { timeout: 5000 });
});

test('D2.60, D4.22: confirms a birth date in words, and refuses an impossible one', async () => {
  show(<VisitorGroup />);
  const field = screen.getByLabelText<HTMLInputElement>('Birth date');
  expect(field.value).toBe('1994-07-16');
  fireEvent.change(field, { target: { value: '2999-01-01' } });
  press('Change');
  expect((await screen.findByRole('alert')).textContent).toBe('Format not valid');
  fireEvent.change(field, { target: { value: '2001-02-03' } });
  press('Change');
  expect((await screen.findByRole('dialog')).textContent).toContain('3 February 2001');
  press('Confirm');
  expect(readVisitorProfile().birthDate).toBe('2001-02-03');
});

test('D2.60, D4.22: switches notifications off and on for this device, each after a question', async () => {
  push.store.setState('on', true);
  const turnOff = vi.spyOn(push, 'turnOff').mockResolvedValue();
  const turnOn = vi.spyOn(push, 'turnOn').mockResolvedValue();
  turnOn.mockClear();
  show(<Notifications />);
  fireEvent.click(screen.getByRole('switch', { name: 'Notifications on this device' }));
  await screen.findByRole('dialog', { name: 'Do you want to confirm the data entered?' });
  expect(turnOff).not.toHaveBeenCalled();
  press('Confirm');
  expect(turnOff).toHaveBeenCalledOnce();
  act(() => push.store.setState('off', true));
  expect(screen.getByText('You don’t get notifications on this device when the app is closed.')).toBeDefined();
  fireEvent.click(screen.getByRole('switch', { name: 'Notifications on this device' }));
  await screen.findByRole('dialog');
  press('Confirm');
  expect(turnOn).toHaveBeenCalledOnce();
});

test('turning on a setting that was off asks for confirmation, also if the browser has to prompt', async () => {
  push.store.setState('asking', true);
  const turnOn = vi.spyOn(push, 'turnOn').mockResolvedValue();
  turnOn.mockClear();
  changeVisitorProfile({ notificationEnabled: false });
  show(<Notifications />);
  press('Turn on notifications');
  await screen.findByRole('dialog', { name: 'Do you want to confirm the data entered?' });
  expect(turnOn).not.toHaveBeenCalled();
  press('Confirm');
  expect(turnOn).toHaveBeenCalledOnce();
});

test('D3.4: notificationEnabled: visitors can change it too, after the question', async () => {
  showPages({ '/settings': VisitorPage }, '/settings');
  const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Notifications on this device' });
  for (const [answer, isOn] of [
    ['Cancel', true],
    ['Confirm', false],
  ] as const) {
    fireEvent.click(await toggle());
    await screen.findByRole('dialog', { name: 'Do you want to confirm the data entered?' });
    press(answer);
    expect(readVisitorProfile().notificationEnabled).toBe(isOn);
  }
  expect((await toggle()).checked).toBe(false);
});

test('a visitor whose browser blocks notifications reads so, and sees no switch that is on', async () => {
  const before = noticePush.store.getState();
  noticePush.store.setState('blocked', true);
  showPages({ '/settings': VisitorPage }, '/settings');
  expect(
    await screen.findByText(/^Your browser blocks notifications .* choose Notifications, then Allow/),
  ).toBeDefined();
  expect(screen.queryByRole('switch', { name: 'Notifications on this device' })).toBeNull();
  act(() => noticePush.store.setState(before, true));
  expect(screen.getByRole('switch', { name: 'Notifications on this device' })).toBeDefined();
});

test.each([
  [{ purchasedMinutes: 500, serviceUsageMinutes: 120.5 }, ['379 minutes left of 500'], false],
  [
    { purchasedMinutes: 500, serviceUsageMinutes: 499, expirationDate: '2099-03-01T12:00:00.000Z' },
    ['1 minute left of 500', 'March 2099'],
    false,
  ],
  [{ purchasedMinutes: 500, serviceUsageMinutes: 600 }, ['0 minutes left of 500'], true],
  [
    { purchasedMinutes: 500, serviceUsageMinutes: 0, expirationDate: '2020-03-01T12:00:00.000Z' },
    ['500 minutes left'],
    true,
  ],
])('D5.1: shows the rest of the paid service (%j)', (profile, words, isOver) => {
  session.store.setState({ status: 'signedIn', profile: testProfile({ paidService: true, ...profile }) }, true);
  show(<ServiceGroup />);
  for (const said of words) expect(document.body.textContent).toContain(said);
  expect(document.body.textContent.includes('No one can call until')).toBe(isOver);
});

test('shows no remaining minutes without a paid service', () => {
  session.store.setState({ status: 'signedIn', profile: testProfile({ paidService: false }) }, true);
  show(<ServiceGroup />);
  expect(screen.queryByRole('heading')).toBeNull();
});

test.each([
  ['ADMIN', 'Contents, people, contact requests, analytics and more'],
  ['OPERATOR', 'Contents, scenes and recognition'],
] as const)('promises an %s what the back office shows them', async (role, line) => {
  session.store.setState({ status: 'signedIn', profile: testProfile({}, role) }, true);
  showPages({ '/settings': AdminLink, '/admin': () => null }, '/settings');
  expect(await screen.findByText(line)).toBeDefined();
});
