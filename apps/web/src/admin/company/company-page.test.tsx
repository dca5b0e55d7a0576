import type { CompanySettings } from '@earth/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testProfile } from '../../testing/people';
import { showPages } from '../../testing/visitor';
import { CompanyPage } from './CompanyPage';

const settings: CompanySettings = {
  version: 3,
  code: 'DEMO',
  name: 'Demo',
  logoUrl: null,
  ownsSite: false,
  products: [
    { id: '0190a000-0000-7000-8000-0000000000aa', code: 'P-1', name: 'Valve', imageUrl: null, description: null },
  ],
  brands: [
    { id: 1, name: 'Museum', contents: 2 },
    { id: 2, name: 'Unused', contents: 0 },
  ],
  skins: [{ id: 5, hdBgColor: '#29c885', hdFontColor: '#ffffff', imageType: 2, contents: 1 }],
};

beforeEach(() => {
  setLanguage('en');
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'ADMIN') });
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue(settings);
});
afterEach(() => {
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  vi.restoreAllMocks();
});

async function open(part: 'Products' | 'Brands and skins') {
  showPages({ '/admin/company': CompanyPage, '/admin': () => 'Sections' }, '/admin/company');
  fireEvent.click(await screen.findByRole('tab', { name: part }));
}

test('says what a skin lacks, offers a colour that can be read, and saves only that', async () => {
  const save = vi.spyOn(api, 'changeSkin').mockResolvedValue({ ...settings, version: 4 });
  await open('Brands and skins');
  const row = await screen.findByText(/visitors see the plain header/);
  expect(row).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Change #29c885 / #ffffff' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Skin' }));
  const button = dialog.getByRole('button', { name: 'Save' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(dialog.getByText(/The contrast is 2\.1 : 1, but must be at least 4\.5 : 1/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: /^Use #/ }));
  expect(dialog.getByText(/^Contrast 4\.\d : 1/)).toBeDefined();
  fireEvent.click(button);
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[0]).toMatchObject({ skinId: 5, basedOn: 3, hdBgColor: '#29c885' });
});

test('offers to delete only what no content has', async () => {
  await open('Brands and skins');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Museum' }));
  const used = within(await screen.findByRole('dialog'));
  expect(used.queryByRole('button', { name: 'Delete' })).toBeNull();
  fireEvent.click(used.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Change Unused' }));
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeDefined();
});

test('if somebody else has saved meanwhile, what is typed stays and the next attempt is made from theirs', async () => {
  const save = vi
    .spyOn(api, 'createProduct')
    .mockRejectedValueOnce(new ApiError({ code: 409, error: 'settingsChanged', message: 'Changed meanwhile' }))
    .mockResolvedValueOnce({ ...settings, version: 5 });
  await open('Products');
  fireEvent.click(await screen.findByRole('button', { name: 'New product' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Pump' } });
  fireEvent.change(dialog.getByLabelText('Code'), { target: { value: 'P-9' } });
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue({ ...settings, version: 4 });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Changed meanwhile')).toBeDefined();
  expect(dialog.getByDisplayValue('Pump')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.calls.map(([given]) => given.basedOn)).toEqual([3, 4]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
