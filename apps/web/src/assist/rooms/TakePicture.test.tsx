import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import * as media from '../../shared/use-media';
import { toastStore } from '../../shared/toast';
import { TakePicture } from './TakePicture';

const isHere = vi.hoisted(() => vi.fn<() => boolean>());
vi.mock('../calls', () => ({
  CameraDialog: Object.assign(() => <p>The dialog of the camera</p>, { preload: async () => {}, isHere }),
}));

beforeEach(() => {
  isHere.mockReset().mockReturnValue(true);
  toastStore.setState({ toast: null });
  return setLanguage('en');
});
afterEach(() => vi.restoreAllMocks());

const onFile = vi.fn<(file: File) => void>();
function show(isTouch: boolean) {
  vi.spyOn(media, 'useIsTouch').mockReturnValue(isTouch);
  const { container } = render(
    <MantineProvider>
      <TakePicture onFile={onFile} />
    </MantineProvider>,
  );
  return container.querySelector('input');
}

test('on a phone its own camera opens, the one that looks at the machine', () => {
  const input = show(true);
  expect([input?.accept, input?.getAttribute('capture'), input?.multiple]).toEqual(['image/*', 'environment', false]);
  const click = vi.fn<() => void>();
  input?.addEventListener('click', click);
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  expect(click).toHaveBeenCalledOnce();
  const photo = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
  if (input) fireEvent.change(input, { target: { files: [photo] } });
  expect(onFile).toHaveBeenCalledExactlyOnceWith(photo);
});

test('at a desk a dialog shows what the camera sees', async () => {
  expect(show(false)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  expect(await screen.findByText('The dialog of the camera')).toBeDefined();
});

test('a dialog that does not come leaves the page as it is, and a toast says what to check', async () => {
  isHere.mockReturnValue(false);
  show(false);
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  await waitFor(() => expect(toastStore.getState().toast).not.toBeNull());
  expect(screen.queryByText('The dialog of the camera')).toBeNull();
});
