/** Products and their pictures, on the page of the catalogues. */
import { type ContentTableRow, GALLERY_MAX, type OwnCatalogue } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testEntry } from '../../testing/contents';
import { testProfile } from '../../testing/people';
import { queries } from '../../testing/scope';
import { showPages } from '../../testing/visitor';
import { CataloguesPage } from './CataloguesPage';

const catalogue: OwnCatalogue = {
  categoryId: 7,
  title: 'Tiles',
  modelCode: 'TILES-1',
  isReady: true,
  learnsFromPhotographs: false,
  productsCount: 2,
  withoutPictureCount: 0,
  photographsCount: 0,
  feedbackCount: 0,
};
const product: ContentTableRow = {
  id: 12,
  title: 'Oak',
  ctnView: 1,
  category: 'Tiles',
  imageUrl: null,
  visibility: 'public',
  state: 'live',
  liveFrom: null,
  liveUntil: null,
  missing: [],
  changedBy: 'Paolo',
  changedAt: '2026-03-02T10:00:00.000Z',
};

const change = vi.spyOn(api, 'changeContent');
const copy = vi.spyOn(api, 'copyProducts');
const table = vi.spyOn(api, 'listContentTable');

function signIn(role: 'ADMIN' | 'OPERATOR') {
  session.store.setState({ status: 'signedIn', profile: testProfile({}, role) });
}
beforeEach(() => {
  setLanguage('en');
  signIn('ADMIN');
  for (const spy of [change, copy, table]) spy.mockReset();
  vi.spyOn(api, 'listOwnCatalogues').mockResolvedValue({ items: [catalogue], entryIds: [] });
  vi.spyOn(api, 'getMenu').mockResolvedValue([
    testEntry({ id: 7, title: 'Tiles' }),
    testEntry({ id: 8, title: 'Works' }),
  ]);
  table.mockResolvedValue({ items: [product], total: 1, missing: { en: 0, it: 0 } });
});
afterEach(() => {
  cleanup();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  queries().clear();
});

async function open(button: 'Add pictures' | 'Copy products') {
  showPages({ '/admin/catalogues': CataloguesPage, '/admin': () => 'Sections' }, '/admin/catalogues');
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const picture = (name: string) => new File([latin('\x89PNG\r\n')], name, { type: 'image/png' });

async function openProduct() {
  const dialog = await open('Add pictures');
  fireEvent.click(await dialog.findByRole('button', { name: 'Oak' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no picker');
  return { dialog, choose: (...files: File[]) => fireEvent.change(input, { target: { files } }), input };
}

test('several pictures of a product are sent one after another; a refused one is named with its reason', async () => {
  change
    .mockResolvedValueOnce({} as never)
    .mockRejectedValueOnce(
      new ApiError({ code: 400, error: 'invalidInput', message: 'No', fields: { imagesBase64: 'No' } }),
    );
  const { dialog, choose, input } = await openProduct();
  expect(table.mock.calls[0]?.[0]).toMatchObject({ category: 7 });
  expect(input.multiple).toBe(true);
  choose(picture('a.png'), new File(['no picture'], 'b.png'), picture('c.png'));
  await dialog.findByText('1 picture added');
  await dialog.findByText('Couldn’t add b.png: it isn’t a JPEG, PNG or WebP picture');
  await dialog.findByText(`Couldn’t add c.png: a product can have up to ${GALLERY_MAX} pictures`);
  expect(change.mock.calls.map(([input]) => input)).toEqual([
    { contentId: 12, imagesBase64: [expect.any(String)] },
    { contentId: 12, imagesBase64: [expect.any(String)] },
  ]);
});

test('by keyboard the focus goes to the pictures of the chosen product, and back to the search', async () => {
  const { dialog } = await openProduct();
  expect(document.activeElement?.textContent).toBe('Choose pictures');
  fireEvent.click(dialog.getByRole('button', { name: 'Another product' }));
  expect(document.activeElement).toBe(await dialog.findByRole('searchbox'));
});

test('a picture on its way shows its progress and can be given up; those behind it still go', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  change.mockImplementation(
    (_, sending) =>
      new Promise((resolve, reject) => {
        signals.push(sending?.signal);
        if (signals.length > 1) return resolve({} as never);
        sending?.onProgress?.(0.5);
        sending?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const { dialog, choose } = await openProduct();
  choose(picture('a.png'), picture('b.png'));
  await waitFor(() =>
    expect(dialog.getByRole<HTMLProgressElement>('progressbar', { name: 'Adding a.png' }).value).toBe(0.5),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Don’t add a.png' }));
  await dialog.findByText('1 picture added');
  expect(signals[0]?.aborted).toBe(true);
  expect(dialog.queryByText(/a\.png/)).toBeNull();
});

test('contents of another entry become products, with counts of all requests', async () => {
  copy
    .mockResolvedValueOnce({ copied: 3, skipped: 1, withoutPicture: 0, next: 40 })
    .mockResolvedValueOnce({ copied: 1, skipped: 1, withoutPicture: 1, next: null });
  const dialog = await open('Copy products');
  // Not from itself.
  const entries = [...dialog.getByLabelText<HTMLSelectElement>('Menu entry').options];
  expect(entries.map(({ text }) => text)).toEqual(['Works']);
  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  await dialog.findByText('4 products copied');
  expect(dialog.getByText('2 were already copied')).toBeTruthy();
  expect(dialog.getByText('1 has no picture and was left out')).toBeTruthy();
  expect(copy.mock.calls.map(([input]) => input)).toEqual([
    { categoryId: 7, fromCategoryId: 8, after: 0 },
    { categoryId: 7, fromCategoryId: 8, after: 40 },
  ]);
});

test('copying is stopped after the request that is on its way, and a failed one says so', async () => {
  let answer: (counts: Awaited<ReturnType<typeof api.copyProducts>>) => void = () => undefined;
  const waiting = new Promise<Awaited<ReturnType<typeof api.copyProducts>>>((resolve) => {
    answer = resolve;
  });
  copy.mockReturnValueOnce(waiting).mockRejectedValueOnce(new Error('no network'));
  const dialog = await open('Copy products');
  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Stop' }));
  answer({ copied: 2, skipped: 0, withoutPicture: 0, next: 40 });
  await dialog.findByText('2 products copied');
  await dialog.findByRole('button', { name: 'Close' });
  expect(copy).toHaveBeenCalledTimes(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

test('operators add pictures and do not copy products', async () => {
  signIn('OPERATOR');
  showPages({ '/admin/catalogues': CataloguesPage, '/admin': () => 'Sections' }, '/admin/catalogues');
  await screen.findByRole('button', { name: 'Add pictures' });
  expect(screen.queryByRole('button', { name: 'Copy products' })).toBeNull();
});
