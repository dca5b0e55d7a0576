/** The page of the contact form, and the subject of its message. */
import { leadParts } from '@earth/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { forgetContents, showPages } from '../../testing/visitor';
import { api, ApiError } from '../../platform';
import { Contact } from './Contact';
import * as contactForm from './ContactForm';
import { giveConfig } from '../../testing/config';

const form = vi.spyOn(contactForm, 'ContactForm');
giveConfig({
  appCode: 'lastrica',
  brand: { title: 'Lastrica', landing: '/tiles', contactBrand: 'Lastrica Ceramiche' },
});

const asked = vi.spyOn(api, 'getLeadForm');

beforeEach(async () => {
  forgetContents();
  asked.mockReset().mockResolvedValue({ parts: ['phone'] });
  setLanguage('en');
  form.mockReset().mockReturnValue(<p />);
});

test.each([
  ['of no content: the build’s', '/contact', 'Lastrica Ceramiche'],
  ['of a content: its own', '/contact?brand=Kiln', 'Kiln'],
])('D9.24: the brand of a message %s', async (_, address, brand) => {
  showPages({ '/contact': Contact }, address);
  await waitFor(() => expect(form).toHaveBeenCalled());
  expect(form.mock.calls[0]?.[0]).toMatchObject({ brand, leadSource: 'lastrica', parts: ['phone'] });
  expect(asked).toHaveBeenCalledWith({ brand });
});

test('asks for all of it if it cannot know what the company asks for', async () => {
  asked.mockRejectedValue(new ApiError({ code: 404, error: null, message: '' }));
  showPages({ '/contact': Contact }, '/contact');
  await waitFor(() => expect(form).toHaveBeenCalled());
  expect(form.mock.calls[0]?.[0].parts).toEqual(leadParts);
});

test.each([
  ['with its brand', 'Terra%2060', 'About Terra 60 · Kiln'],
  ['once, if it has the name of its brand', 'Kiln', 'About Kiln'],
])('says what the message is about, %s', async (_, note, words) => {
  showPages({ '/contact': Contact }, `/contact?brand=Kiln&note=${note}`);
  expect(await screen.findByText(words)).toBeDefined();
});

test("without a previous page, goes back to the build's start page", async () => {
  const router = showPages({ '/contact': Contact, '/tiles': () => <h1>Tiles</h1> }, '/contact');
  (await screen.findByRole('button', { name: 'Back' })).click();
  await screen.findByRole('heading', { name: 'Tiles' });
  expect(router.state.location.pathname).toBe('/tiles');
});
