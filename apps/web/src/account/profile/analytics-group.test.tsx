import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { choose, isChosen } from '../../platform/storage/device-choices';
import { setLanguage } from '../../shared/i18n';
import { type NativeMethod, NativeRejection, silent, standInShell } from '../../testing/shell';
import { toastStore } from '../../shared/toast';
import { AnalyticsGroup } from './AnalyticsGroup';

const done: NativeMethod = () => undefined;
const shellOf = (setEnabled = done) => standInShell({ FirebaseAnalytics: { setEnabled, resetAnalyticsData: done } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['en', 'Share what I use'],
  ['it', 'Condividi che cosa uso'],
] as const)(
  'D7.22: the service of a brand is off until the user allows it, and forgets the device when it is turned off, in «%s»',
  async (language, label) => {
    setLanguage(language);
    const shell = shellOf();
    render(<AnalyticsGroup />);
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: label });
    expect([toggle.checked, shell.calls]).toEqual([false, []]);
    fireEvent.click(toggle);
    await waitFor(() => expect([toggle.checked, isChosen('analyticsAllowed')]).toEqual([true, true]));
    expect(shell.optionsOf('FirebaseAnalytics', 'setEnabled')).toEqual([{ enabled: true }]);
    fireEvent.click(toggle);
    expect(isChosen('analyticsAllowed')).toBe(false);
    await waitFor(() =>
      expect(shell.calls.slice(-2)).toEqual(['FirebaseAnalytics.setEnabled', 'FirebaseAnalytics.resetAnalyticsData']),
    );
  },
);

test('a build without the service has no switch', () => {
  standInShell({});
  render(<AnalyticsGroup />);
  expect(screen.queryByRole('switch')).toBeNull();
  cleanup();
  vi.unstubAllGlobals();
  render(<AnalyticsGroup />);
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a plugin that fails or is silent is said, and nothing is allowed', async () => {
  setLanguage('en');
  shellOf(() => {
    throw new NativeRejection('no project');
  });
  render(<AnalyticsGroup />);
  fireEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(toastStore.getState().toast?.words).toContain('no project'));
  expect(isChosen('analyticsAllowed')).toBe(false);
  cleanup();
  vi.useFakeTimers();
  const shell = shellOf(silent);
  render(<AnalyticsGroup />);
  fireEvent.click(screen.getByRole('switch'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toastStore.getState().toast?.words).toContain('FirebaseAnalytics');
  expect(isChosen('analyticsAllowed')).toBe(false);
  // It may have been turned on all the same.
  expect(shell.optionsOf('FirebaseAnalytics', 'setEnabled')).toEqual([{ enabled: true }, { enabled: false }]);
  await vi.advanceTimersByTimeAsync(20_000);
});

test('turned off, the id is deleted although the end is refused, and the refusal is said', async () => {
  setLanguage('en');
  choose('analyticsAllowed', true);
  const shell = shellOf(() => {
    throw new NativeRejection('no project');
  });
  render(<AnalyticsGroup />);
  fireEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(toastStore.getState().toast?.words).toContain('no project'));
  expect(shell.calls).toEqual(['FirebaseAnalytics.setEnabled', 'FirebaseAnalytics.resetAnalyticsData']);
  expect(isChosen('analyticsAllowed')).toBe(false);
});
