/** D5.23: it can be read before entering an e-mail address. */
import { TERMS_PATH } from '@earth/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../platform';
import { refused, serve, showApp } from '../testing/visitor';
import { setLanguage } from '../shared/i18n';
import { giveConfig } from '../testing/config';

beforeEach(async () => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const sections = [{ heading: 'Who may use it', paragraphs: ['Everybody.'] }];
  const terms = { updated: 'In March.', terms: sections, privacy: sections };
  serve((call) => (call === `GET ${TERMS_PATH}` ? Response.json({ en: terms, it: terms }) : refused('notSignedIn')));
  await session.start();
});

test.each([false, true])(
  'D5.23: the sign-in links to the terms, in a build with login required: %s',
  async (loginRequired) => {
    giveConfig({ brand: { loginRequired } });
    const router = showApp('/login/');
    const link = await screen.findByRole('link', { name: 'Terms and privacy' });
    expect(link.getAttribute('href')).toBe('/terms');
    link.click();
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms and privacy' })).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Privacy notice' })).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe('/terms'));
  },
);
