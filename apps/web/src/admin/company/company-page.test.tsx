import type { CompanySettings } from '@earth/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, currentScope, session } from '../../platform';
import { contentsClient } from '../../discover/lists/model/contents-client';
import { setLanguage } from '../../shared/i18n';
import { readEditDraft } from '../../shared/use-edit-draft';
import { testProfile } from '../../testing/people';
import { showPages } from '../../testing/visitor';
import { CompanyPage } from './CompanyPage';

const settings: CompanySettings = {
  version: 3,
  code: 'DEMO',
  name: 'Demo',
  logoUrl: null,
  leadParts: ['phone', 'profession'],
  ownsSite: false,
  products: [
    {
      id: '0190a000-0000-7000-8000-0000000000aa',
      code: 'P-1',
      name: 'Valve',
      imageUrl: null,
      description: null,
      nameIt: null,
      descriptionIt: null,
    },
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
  vi.spyOn(api, 'reportPartEditing').mockResolvedValue({ others: [] });
});
afterEach(() => {
  cleanup();
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

const changedMeanwhile = new ApiError({ code: 409, error: 'settingsChanged', message: 'Changed meanwhile' });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('what others have saved elsewhere is merged without a question', async () => {
  const save = vi
    .spyOn(api, 'createProduct')
    .mockRejectedValueOnce(changedMeanwhile)
    .mockResolvedValueOnce({ ...settings, version: 5 });
  await open('Products');
  fireEvent.click(await screen.findByRole('button', { name: 'New product' }));
  await screen.findByLabelText('Name');
  type('Name', 'Pump');
  type('Code', 'P-9');
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue({ ...settings, version: 4 });
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save.mock.calls.map(([given]) => given)).toMatchObject([
    { basedOn: 3, name: 'Pump' },
    { basedOn: 4, name: 'Pump', code: 'P-9' },
  ]);
});

test('where two people have changed the same field, the user chooses, and the rest is merged', async () => {
  const [valve] = settings.products;
  const theirs = { ...settings, version: 4, products: [{ ...valve, name: 'Tap', code: 'P-2' }] } as CompanySettings;
  const save = vi
    .spyOn(api, 'changeProduct')
    .mockRejectedValueOnce(changedMeanwhile)
    .mockResolvedValueOnce({ ...theirs, version: 5 });
  await open('Products');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Valve' }));
  await screen.findByLabelText('Name');
  type('Name', 'Gate valve');
  type('Description', 'Bronze');
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue(theirs);
  press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  expect(dialog.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Name.*Gate valve.*Tap$/),
  ]);
  fireEvent.click(dialog.getByRole('radio', { name: /Tap/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.calls[1]?.[0]).toEqual({
    productId: valve?.id,
    basedOn: 4,
    name: 'Tap',
    code: 'P-2',
    description: 'Bronze',
    descriptionIt: '',
  });
});

test('a product is written in Italian, too, and listed in the language of the reader', async () => {
  const [valve] = settings.products;
  const inItalian = { ...valve, nameIt: 'Valvola', descriptionIt: 'Di fondo' };
  const next = { ...settings, version: 4, products: [inItalian] } as CompanySettings;
  const save = vi.spyOn(api, 'changeProduct').mockResolvedValue(next);
  await open('Products');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Valve' }));
  await screen.findByLabelText('Name');
  type('Name in Italian', 'Valvola');
  type('Description in Italian', 'Di fondo');
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save.mock.calls[0]?.[0]).toMatchObject({ name: 'Valve', nameIt: 'Valvola', descriptionIt: 'Di fondo' });
  expect(await screen.findByText('Valve')).toBeDefined();
  act(() => setLanguage('it'));
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toMatch(/^Valvola.*P-1.*Di fondo/);
});

test('a newer name that arrives while the form is open is not overwritten', async () => {
  vi.spyOn(session, 'renewProfile').mockResolvedValue();
  const save = vi.spyOn(api, 'changeCompany').mockResolvedValue({ ...settings, version: 5 });
  showPages({ '/admin/company': CompanyPage, '/admin': () => 'Sections' }, '/admin/company');
  await screen.findByLabelText('Name');
  type('Name', 'Demo Works');
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue({ ...settings, version: 4, name: 'Demo Water' });
  await contentsClient.refetchQueries({ queryKey: ['company-settings'] });
  press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  expect(save).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ basedOn: 4, name: 'Demo Works' }));
});

test('an admin sets what the contact form asks for', async () => {
  vi.spyOn(session, 'renewProfile').mockResolvedValue();
  const save = vi.spyOn(api, 'changeCompany').mockResolvedValue({ ...settings, version: 4, leadParts: [] });
  showPages({ '/admin/company': CompanyPage, '/admin': () => 'Sections' }, '/admin/company');
  const parts = within(await screen.findByRole('group', { name: 'Contact form' }));
  const on = () => parts.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked);
  expect(on()).toEqual([true, true, false, false]);
  fireEvent.click(parts.getByRole('switch', { name: 'Newsletter' }));
  fireEvent.click(parts.getByRole('switch', { name: 'Phone' }));
  press('Save');
  const wanted = { basedOn: 3, name: 'Demo', leadParts: ['profession', 'newsletter'] };
  await waitFor(() => expect(save).toHaveBeenCalledWith(wanted));
  await waitFor(() => expect(on()).toEqual([false, false, false, false]));
});

test('what is typed in a form is there again until it is saved or given up, and the page says who else edits', async () => {
  vi.spyOn(api, 'reportPartEditing').mockResolvedValue({ others: ['Sofia Riva'] });
  await open('Products');
  expect(await screen.findByText(/Sofia Riva/)).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'New product' }));
  await screen.findByLabelText('Name');
  type('Name', 'Pump');
  await waitFor(async () => expect(await readEditDraft(currentScope(), 'product:new')).not.toBeNull());
  cleanup();
  await open('Products');
  fireEvent.click(await screen.findByRole('button', { name: 'New product' }));
  expect(await screen.findByDisplayValue('Pump')).toBeDefined();
  press('Cancel');
  await waitFor(async () => expect(await readEditDraft(currentScope(), 'product:new')).toBeNull());
});

test('what is typed while a save is under way is kept, as a change of what was saved', async () => {
  vi.spyOn(session, 'renewProfile').mockResolvedValue();
  let answer: (saved: CompanySettings) => void = () => undefined;
  const save = vi.spyOn(api, 'changeCompany').mockReturnValue(new Promise((resolve) => (answer = resolve)));
  showPages({ '/admin/company': CompanyPage, '/admin': () => 'Sections' }, '/admin/company');
  await screen.findByLabelText('Name');
  type('Name', 'Demo Works');
  press('Save');
  type('Name', 'Demo Works Ltd');
  const isHeld = () => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled');
  expect(isHeld()).toBe('true');
  answer({ ...settings, version: 4, name: 'Demo Works' });
  await waitFor(() => expect(isHeld()).toBe('false'));
  expect(screen.getByDisplayValue('Demo Works Ltd')).toBeDefined();
  save.mockResolvedValue({ ...settings, version: 5, name: 'Demo Works Ltd' });
  press('Save');
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ basedOn: 4, name: 'Demo Works Ltd' }));
});

test('a choice that could not be saved leaves the form with the reason, and can be made again', async () => {
  const save = vi.spyOn(api, 'changeBrand').mockRejectedValueOnce(changedMeanwhile);
  await open('Brands and skins');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Museum' }));
  await screen.findByLabelText('Name');
  type('Name', 'Mine');
  const [museum, ...others] = settings.brands;
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue({
    ...settings,
    version: 4,
    brands: [{ id: museum?.id ?? 0, contents: 2, name: 'Theirs' }, ...others],
  });
  press('Save');
  const conflict = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  save.mockRejectedValueOnce(new ApiError({ code: 409, error: 'conflict', message: 'That name is in use' }));
  fireEvent.click(conflict.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('That name is in use')).toBeDefined();
  expect(screen.queryByRole('dialog', { name: 'Changed by someone else' })).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Mine');
});

test('a product that was deleted meanwhile stays in the form, and saving it says so', async () => {
  const gone = new ApiError({ code: 404, error: 'notFound', message: 'Not found' });
  const save = vi.spyOn(api, 'changeProduct').mockRejectedValueOnce(changedMeanwhile).mockRejectedValueOnce(gone);
  await open('Products');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Valve' }));
  await screen.findByLabelText('Name');
  type('Description', 'Bronze');
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue({ ...settings, version: 4, products: [] });
  press('Save');
  expect(await screen.findByText('Not found')).toBeDefined();
  expect(screen.getByDisplayValue('Valve')).toBeDefined();
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ basedOn: 4, name: 'Valve', description: 'Bronze' }));
});

test('a save whose answer was lost is not made again', async () => {
  const save = vi.spyOn(api, 'changeBrand').mockRejectedValueOnce(changedMeanwhile);
  await open('Brands and skins');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Unused' }));
  await screen.findByLabelText('Name');
  type('Name', 'Used');
  const stored = settings.brands.map((brand) => (brand.id === 2 ? { ...brand, name: 'Used' } : brand));
  vi.spyOn(api, 'getCompanySettings').mockResolvedValue({ ...settings, version: 4, brands: stored });
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).toHaveBeenCalledOnce();
});
