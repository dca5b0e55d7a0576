import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { testItem } from '../../testing/contents';
import { Gallery } from './Gallery';

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 200));
  setLanguage('en');
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

const imageUrls = ['/media/a/full.jpg', '/media/b/full.jpg', '/media/c/full.jpg', '/media/d/full.jpg'];
function show(some: number | readonly string[] = 3) {
  const urls = typeof some === 'number' ? imageUrls.slice(0, some) : [...some];
  const { content } = testItem({ imageUrls: urls, images: urls.map(() => null) });
  render(<Gallery content={content} />);
}
const openPicture = async (number: number) => {
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Enlarge picture ${number} of`) }));
  return screen.findByRole('dialog', { name: 'Gallery' });
};
const shown = () => within(screen.getByRole('dialog')).getByRole('img').getAttribute('src');
const key = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const scale = () => Number(document.querySelector('[data-scale]')?.getAttribute('data-scale'));

test('has no gallery without pictures; with them it is labelled in both languages', async () => {
  show(0);
  expect(screen.queryByRole('heading')).toBeNull();
  show(2);
  expect(screen.getByRole('heading', { name: 'Gallery' })).toBeTruthy();
  act(() => setLanguage('it'));
  expect(screen.getByRole('heading', { name: 'Galleria' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Successiva' })).toBeNull();
});

test('scrolls more than three pictures with buttons', () => {
  const scrollBy = vi.fn<(options?: ScrollToOptions | number) => void>();
  Element.prototype.scrollBy = scrollBy;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  show(4);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(scrollBy.mock.calls).toEqual([[{ left: 300 }], [{ left: -300 }]]);
});

test('full screen: the arrow keys change the picture, not past the ends; Esc closes it', async () => {
  show();
  const dialog = await openPicture(2);
  expect(shown()).toBe('/media/b/full.jpg');
  key('ArrowRight');
  expect(shown()).toBe('/media/c/full.jpg');
  key('ArrowRight');
  expect(shown()).toBe('/media/c/full.jpg');
  expect(within(dialog).getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  key('ArrowLeft');
  key('ArrowLeft');
  key('ArrowLeft');
  expect(shown()).toBe('/media/a/full.jpg');
  expect(within(dialog).getByText('Picture 1 of 3')).toBeTruthy();
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('zooms with keys, buttons and a double click; the next picture starts unzoomed', async () => {
  show();
  const dialog = await openPicture(1);
  key('+');
  expect(scale()).toBe(1.5);
  key('-');
  expect(scale()).toBe(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Larger' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Larger' }));
  expect(scale()).toBe(2.25);
  fireEvent.keyDown(dialog, { key: '+', ctrlKey: true });
  expect(scale()).toBe(2.25);
  fireEvent.doubleClick(within(dialog).getByRole('img'));
  expect(scale()).toBe(1);
  fireEvent.doubleClick(within(dialog).getByRole('img'));
  expect(scale()).toBe(2.5);
  key('ArrowRight');
  expect([shown(), scale()]).toEqual(['/media/b/full.jpg', 1]);
});

test('swipes with one finger, pinches with two, pans a zoomed picture with one', async () => {
  show();
  const dialog = await openPicture(1);
  const stage = within(dialog).getByRole('presentation');
  Element.prototype.setPointerCapture = vi.fn();
  const finger = (act: 'Down' | 'Move' | 'Up', pointerId: number, clientX: number) =>
    fireEvent(
      stage,
      new PointerEvent(`pointer${act.toLowerCase()}`, { bubbles: true, pointerId, clientX, clientY: 100 }),
    );
  finger('Down', 1, 300);
  finger('Move', 1, 180);
  finger('Up', 1, 180);
  expect(shown()).toBe('/media/b/full.jpg');

  finger('Down', 1, 150);
  finger('Down', 2, 250);
  finger('Move', 2, 350);
  finger('Up', 2, 350);
  finger('Up', 1, 150);
  expect(scale()).toBe(2);
  finger('Down', 1, 300);
  finger('Move', 1, 200);
  finger('Up', 1, 200);
  expect(shown()).toBe('/media/b/full.jpg');
  expect(document.querySelector<HTMLElement>('[data-scale]')?.style.transform).toContain('translate(-100px, 0px)');
});

test('D5.7: shows a placeholder for empty or missing pictures; a picture may occur twice', async () => {
  const complaint = vi.spyOn(console, 'error');
  show(['', '/media/a/full.jpg', '/media/a/full.jpg']);
  expect(screen.getAllByRole('button', { name: /^Enlarge/ })).toHaveLength(3);
  expect(document.querySelectorAll('img')).toHaveLength(2);
  const dialog = await openPicture(1);
  expect(within(dialog).getByRole('img', { name: 'Picture 1 of 3 is missing' }).tagName).toBe('SPAN');
  expect(complaint).not.toHaveBeenCalled();
});

test('replaces a picture that fails to load, in the strip and in the full screen', async () => {
  show(1);
  const image = document.querySelector('img');
  if (image) fireEvent.error(image);
  expect(document.querySelector('img')).toBeNull();
  const dialog = await openPicture(1);
  fireEvent.error(within(dialog).getByRole('img'));
  expect(within(dialog).getByRole('img', { name: 'Picture 1 of 1 is missing' }).tagName).toBe('SPAN');
});
