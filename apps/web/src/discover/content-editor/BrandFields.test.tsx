/** Brand and skin, chosen from those of the company. */
import { fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../platform';
import { BrandField, SkinField } from './BrandFields';
import { emptyValues, type Values } from './model/values';
import type { Editor } from './use-editor';

afterEach(() => vi.restoreAllMocks());

const listed = {
  brands: [{ id: 3, name: 'Civic museum' }],
  skins: [
    { id: 5, hdBgColor: '#1d3a40', hdFontColor: '#ffffff' },
    { id: 6, hdBgColor: '#ffffff', hdFontColor: '#eeeeee' },
  ],
};

function Harness({ stored }: { readonly stored: Partial<Values> }) {
  const [values, setValues] = useState<Values>({ ...emptyValues, ...stored });
  const editor: Pick<Editor, 'values' | 'problems' | 'setField'> = {
    values,
    problems: {},
    setField: (key, value) => setValues((now) => ({ ...now, [key]: value })),
  };
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BrandField of="brandId" label="Brand" editor={editor as Editor} />
      <SkinField of="skinId" label="Skin" editor={editor as Editor} />
      <output data-testid="chosen">{JSON.stringify([values.brandId, values.skinId])}</output>
    </QueryClientProvider>
  );
}

const chosen = () => JSON.parse(screen.getByTestId('chosen').textContent) as unknown;
const brand = () => screen.getByLabelText<HTMLSelectElement>('Brand');

test('D3.9: brand and skin are chosen, each skin in its colours and with the name of the brand; both can be taken away', async () => {
  vi.spyOn(api, 'listBrandsAndSkins').mockResolvedValue(listed);
  render(<Harness stored={{}} />);
  const dark = await screen.findByRole('radio', { name: '#1d3a40 / #ffffff' });
  fireEvent.change(brand(), { target: { value: '3' } });
  fireEvent.click(dark);
  expect(chosen()).toEqual(['3', '5']);
  const sample = dark.closest('label');
  expect(sample?.textContent).toBe('Civic museum');
  expect(sample?.style.getPropertyValue('--ground')).toBe('#1d3a40');
  // As on the strip: colours that cannot be read are not used.
  const pale = screen.getByRole('radio', { name: '#ffffff / #eeeeee' });
  expect(pale.closest('label')?.style.getPropertyValue('--ground')).toBe('');
  fireEvent.change(brand(), { target: { value: '' } });
  fireEvent.click(screen.getByRole('radio', { name: 'No skin' }));
  expect(chosen()).toEqual(['', '']);
});

test('without the list, what is stored stays and the reason is shown', async () => {
  vi.spyOn(api, 'listBrandsAndSkins').mockRejectedValue(new Error('no network'));
  render(<Harness stored={{ brandId: '3', skinId: '5' }} />);
  expect(await screen.findAllByText('Couldn’t load the list. What’s saved won’t change.')).toHaveLength(2);
  expect(brand().selectedOptions[0]?.textContent).toBe('The stored brand');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'The stored skin' }).checked).toBe(true);
  expect(chosen()).toEqual(['3', '5']);
});

test('a company that has none is told who adds them', async () => {
  vi.spyOn(api, 'listBrandsAndSkins').mockResolvedValue({ brands: [], skins: [] });
  render(<Harness stored={{}} />);
  await screen.findByText('The company has no brands yet. An administrator can add them under Company.');
  expect(screen.getByText('The company has no skins yet. An administrator can add them under Company.')).toBeTruthy();
});
