/** D2.61: links to the provider’s site. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { showApp } from '../../testing/visitor';
import { giveConfig } from '../../testing/config';

const provider = { name: 'Lastrica Ceramiche', url: 'https://lastrica.example/', imageUrl: '/brand/cover.svg' };

beforeEach(() => setLanguage('en'));

test.each([
  ['en', 'Visit Lastrica Ceramiche'],
  ['it', 'Visita il sito di Lastrica Ceramiche'],
] as const)('D2.61: the landing image links to the provider’s site, in «%s»', async (language, words) => {
  setLanguage(language);
  giveConfig({ brand: { landing: '/landing-image', provider } });
  showApp('/landing-image');
  const link = await screen.findByRole('link', { name: words });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://lastrica.example/', 'noopener']);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/brand/cover.svg');
  // Must not lead back here if the build starts with this page.
  const toApp = screen.getByRole('link', { name: language === 'en' ? 'Go to the app' : 'Vai all’app' });
  expect(toApp.getAttribute('href')).toBe('/earth');
  expect(document.title).toBe('Lastrica Ceramiche · Earth');
});

test('redirects if the build has no provider', async () => {
  giveConfig({ brand: { landing: '/landing-image', provider: null } });
  showApp('/landing-image');
  expect(await screen.findByText('Page not found')).toBeDefined();
});
