import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../app/i18n';
import * as media from '../../ui/use-media';
import { TakePicture } from './TakePicture';

vi.mock('../calls', () => ({ CameraDialog: () => <p>The dialog of the camera</p> }));

beforeEach(() => setLanguage('en'));
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

test('at a desk a dialog shows what the camera sees', () => {
  expect(show(false)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  expect(screen.getByText('The dialog of the camera')).toBeDefined();
});
