/** What is typed for new terms stays on the device until it is published or given up. */
import type { SiteTerms } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, currentScope, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { readEditDraft } from '../../shared/use-edit-draft';
import { testProfile } from '../../testing/people';
import { queries, renderInScope } from '../../testing/scope';
import { TermsPart } from './TermsPart';

const sections = [{ heading: 'Use', paragraphs: ['Be kind.'] }];
const one = { updated: '2026-03-02', terms: sections, privacy: sections };
const termsOf = (version: number): SiteTerms => ({ version, current: { en: one, it: one }, versions: [] });

beforeEach(() => {
  setLanguage('en');
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'ADMIN') }, true);
  vi.spyOn(api, 'getSiteTerms').mockResolvedValue(termsOf(0));
  vi.spyOn(api, 'reportPartEditing').mockResolvedValue({ others: [] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queries().clear();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

const open = async () => {
  renderInScope(<TermsPart />);
  return await screen.findByLabelText<HTMLTextAreaElement>('Terms of use, English');
};
const type = (field: HTMLTextAreaElement, value: string) => fireEvent.change(field, { target: { value } });
const stored = () => readEditDraft(currentScope(), 'terms of the site');

test('what is typed is there again after a reload, over a newer version too, and can be discarded', async () => {
  type(await open(), '# Use\n\nBe very kind.');
  await waitFor(async () => expect(await stored()).not.toBeNull());
  cleanup();
  queries().clear();
  vi.spyOn(api, 'getSiteTerms').mockResolvedValue(termsOf(4));
  vi.spyOn(api, 'listAcceptances').mockResolvedValue({ items: [], total: 0 });
  const again = await open();
  expect(again.value).toBe('# Use\n\nBe very kind.');
  fireEvent.click(screen.getByRole('button', { name: 'Discard them' }));
  expect(again.value).toBe('# Use\n\nBe kind.');
  await waitFor(async () => expect(await stored()).toBeNull());
});

test('published terms leave nothing on the device', async () => {
  const words = [{ heading: 'Use', paragraphs: ['Be very kind.'] }];
  const publish = vi
    .spyOn(api, 'publishTerms')
    .mockResolvedValue({ ...termsOf(1), current: { en: { ...one, terms: words }, it: one } });
  vi.spyOn(api, 'listAcceptances').mockResolvedValue({ items: [], total: 0 });
  const field = await open();
  type(field, '#Use\nBe very kind.');
  await waitFor(async () => expect(await stored()).not.toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(field.value).toBe('# Use\n\nBe very kind.'));
  expect(publish.mock.calls[0]?.[0]).toMatchObject({ basedOn: 0, en: { terms: words } });
  await waitFor(async () => expect(await stored()).toBeNull());
});

test('terms that somebody else has published meanwhile are read before one’s own are published over them', async () => {
  const changed = new ApiError({ code: 409, error: 'settingsChanged', message: 'Changed meanwhile' });
  const publish = vi.spyOn(api, 'publishTerms').mockRejectedValueOnce(changed).mockResolvedValueOnce(termsOf(5));
  vi.spyOn(api, 'listAcceptances').mockResolvedValue({ items: [], total: 0 });
  type(await open(), '# Use\n\nBe very kind.');
  const theirs = [{ heading: 'Uso', paragraphs: ['Sii gentile.'] }];
  vi.spyOn(api, 'getSiteTerms').mockResolvedValue({
    ...termsOf(4),
    current: { en: one, it: { ...one, terms: theirs } },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Publish' }));
  expect(await question.findByText('Changed meanwhile')).toBeTruthy();
  expect(publish).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Terms of use, Italian').value).toBe('# Uso\n\nSii gentile.');
  expect(question.getByText('Publish version 5?')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  expect(publish.mock.calls[1]?.[0]).toMatchObject({ basedOn: 4, it: { terms: theirs } });
});
