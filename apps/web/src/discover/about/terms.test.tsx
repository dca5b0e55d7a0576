import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandTerms, type Language } from '@earth/contracts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { testProfile } from '../../testing/people';
import { TermsGate } from './TermsGate';
import { TermsText } from './TermsText';
import { contentsClient } from '../lists/model/contents-client';

const BRANDS = join(import.meta.dirname, '../../../../../brands');
const termsOf = (code: string) => brandTerms.parse(JSON.parse(readFileSync(join(BRANDS, code, 'terms.json'), 'utf8')));

const fetched = vi.fn<(url: string) => Promise<Response>>();

const show = (onCancel = () => {}) =>
  render(
    <TermsGate onCancel={onCancel}>
      <p>The scenes</p>
    </TermsGate>,
  );

beforeEach(async () => {
  localStorage.clear();
  contentsClient.clear();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockImplementation(async () => Response.json(termsOf('earth')));
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  setLanguage('en');
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test('D5.4: asks once for approval of the terms before showing the page', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const scrollBy = vi.fn<(options?: ScrollToOptions | number) => void>();
  Element.prototype.scrollBy = scrollBy;
  const { unmount } = show();
  expect(screen.queryByText('The scenes')).toBeNull();
  await screen.findByRole('dialog', { name: 'Terms and privacy' });
  const approve = screen.getByRole('button', { name: 'APPROVE' });
  await screen.findByText('Privacy notice');
  fireEvent.click(approve);
  expect([approve.getAttribute('aria-disabled'), screen.queryByText('The scenes')]).toEqual(['true', null]);
  fireEvent.click(screen.getByRole('button', { name: 'Scroll down' }));
  expect(scrollBy).toHaveBeenCalled();
  const text = screen.getByRole('region', { name: 'Terms and privacy' });
  vi.spyOn(text, 'scrollTop', 'get').mockReturnValue(1600);
  fireEvent.scroll(text);
  expect(screen.queryByRole('button', { name: 'Scroll down' })).toBeNull();
  fireEvent.click(approve);
  expect(screen.getByText('The scenes')).toBeDefined();
  expect(localStorage.getItem('accepted_terms_of_use')).toBe('true');
  unmount();
  show();
  expect(screen.getByText('The scenes')).toBeDefined();
});

test('D4.12: cancelling leaves the page and approves nothing', async () => {
  setLanguage('it');
  const onCancel = vi.fn<() => void>();
  show(onCancel);
  await screen.findByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Annulla' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onCancel).toHaveBeenCalledOnce();
  expect([screen.queryByText('The scenes'), localStorage.getItem('accepted_terms_of_use')]).toEqual([null, null]);
});

test.each([
  ['a visitor', () => session.store.setState({ status: 'signedOut', isOver: false }, true)],
  ['who has no net', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
])('D4.11: asks while online and signed in, so not %s', (_, become) => {
  become();
  vi.useFakeTimers();
  show();
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  expect([screen.getByText('The scenes').textContent, screen.queryByRole('dialog')]).toEqual(['The scenes', null]);
});

test('D4.11: a page opened offline asks when online again, and losing the network again does not skip it', async () => {
  const hasNet = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show();
  expect(screen.getByText('The scenes')).toBeDefined();
  hasNet.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  expect(screen.queryByText('The scenes')).toBeNull();
  await screen.findByRole('dialog', { name: 'Terms and privacy' });
  hasNet.mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(screen.queryByText('The scenes')).toBeNull();
});

test('D9.6: the popup of the terms opens after 100 ms', () => {
  vi.useFakeTimers();
  show();
  act(() => void vi.advanceTimersByTime(99));
  expect(screen.queryByRole('dialog')).toBeNull();
  // The popup opens with an animation of a few frames.
  act(() => void vi.advanceTimersByTime(1));
  act(() => void vi.advanceTimersByTime(50));
  expect(screen.getByRole('dialog')).toBeDefined();
});

test('moves the focus to APPROVE when the scroll button disappears', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  show();
  (await screen.findByRole('button', { name: 'Scroll down' })).focus();
  const text = screen.getByRole('region', { name: 'Terms and privacy' });
  vi.spyOn(text, 'scrollTop', 'get').mockReturnValue(1600);
  fireEvent.scroll(text);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'APPROVE' }));
});

test('D5.4: shows nothing before the session is known', () => {
  session.store.setState({ status: 'starting' }, true);
  show();
  expect([screen.queryByText('The scenes'), screen.queryByRole('dialog')]).toEqual([null, null]);
});

const facts: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'invitation',
    'free of charge',
    '18 years',
    'one-time code',
    'lawful',
    'offend',
    '£100',
    'English law',
    'courts',
    '12 March 2021',
    'March 2021',
    'controller',
    'mandatory',
    'at most 10 years',
    'European Economic Area',
    'support',
    'legal duties',
    'complain',
  ],
  it: [
    'invito',
    'gratuito',
    '18 anni',
    'codice monouso',
    'leciti',
    'offendere',
    '£100',
    'diritto inglese',
    'tribunali',
    '12 marzo 2021',
    'marzo 2021',
    'titolare',
    'obbligatorio',
    'massimo per 10 anni',
    'Spazio economico europeo',
    'assistenza',
    'obblighi di legge',
    'reclamo',
  ],
};

test.each(readdirSync(BRANDS).flatMap((code) => [[code, 'en'] as const, [code, 'it'] as const]))(
  'D1.9, D5.5, D9.17, D9.18: the terms of «%s» in «%s» contain all required facts',
  (code, language) => {
    const text = JSON.stringify(termsOf(code)[language]);
    expect(facts[language].filter((fact) => !text.includes(fact))).toEqual([]);
  },
);

test('fetches the brand’s terms when they are opened', async () => {
  fetched.mockImplementation(async () => Response.json(termsOf('lastrica')));
  expect(fetched).not.toHaveBeenCalled();
  render(<TermsText />);
  expect(await screen.findByText(/This app is for customers of Lastrica Ceramiche/)).toBeDefined();
  expect(screen.queryByText(/Anyone can look around/)).toBeNull();
  expect(fetched.mock.calls).toEqual([['/brand/terms.json']]);
});

test('terms that fail to load show the error, cannot be approved, and can be retried', async () => {
  fetched.mockResolvedValueOnce(new Response('', { status: 502 }));
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Couldn’t load the terms');
  fireEvent.scroll(screen.getByRole('region', { name: 'Terms and privacy' }));
  fireEvent.click(screen.getByRole('button', { name: 'APPROVE' }));
  expect(screen.queryByText('The scenes')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Privacy notice');
  // The text fits here, so no scrolling is needed.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'APPROVE' }).getAttribute('aria-disabled')).toBe('false'),
  );
  expect(screen.queryByRole('button', { name: 'Scroll down' })).toBeNull();
});
