/** The page of the contact form, and the subject of its message. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { showPages } from '../../testing/visitor';
import { Contact } from './Contact';
import * as contactForm from './ContactForm';
import { giveConfig } from '../../testing/config';

const form = vi.spyOn(contactForm, 'ContactForm');
giveConfig({
  appCode: 'lastrica',
  brand: { title: 'Lastrica', landing: '/tiles', contactBrand: 'Lastrica Ceramiche' },
});

beforeEach(async () => {
  setLanguage('en');
  form.mockReset().mockReturnValue(<p />);
});

test.each([
  ['of no content: the build’s', '/contact', 'Lastrica Ceramiche'],
  ['of a content: its own', '/contact?brand=Kiln', 'Kiln'],
])('D9.24: the brand of a message %s', async (_, address, brand) => {
  showPages({ '/contact': Contact }, address);
  await screen.findByRole('heading', { level: 1 });
  expect(form.mock.calls[0]?.[0]).toMatchObject({ brand, leadSource: 'lastrica' });
});

test("without a previous page, goes back to the build's start page", async () => {
  const router = showPages({ '/contact': Contact, '/tiles': () => <h1>Tiles</h1> }, '/contact');
  (await screen.findByRole('button', { name: 'Back' })).click();
  await screen.findByRole('heading', { name: 'Tiles' });
  expect(router.state.location.pathname).toBe('/tiles');
});
