import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import * as media from '../../shared/use-media';
import { toastStore } from '../../shared/toast';
import { TakePicture } from './TakePicture';

const isHere = vi.hoisted(() => vi.fn<() => boolean>());
const phase = vi.hoisted(() => vi.fn<() => string>());
vi.mock('../calls', () => ({
  CameraDialog: Object.assign(() => <p>The dialog of the camera</p>, { preload: async () => {}, isHere }),
  useCall: () => ({ view: { phase: phase() } }),
}));

beforeEach(() => {
  isHere.mockReset().mockReturnValue(true);
  phase.mockReset().mockReturnValue('idle');
  toastStore.setState({ toast: null });
  return setLanguage('en');
});
afterEach(() => vi.restoreAllMocks());

const onChosen = vi.fn<(file: File) => void>();
const onTaken = vi.fn<(file: File) => void>();
function show(isTouch: boolean) {
  vi.spyOn(media, 'useIsTouch').mockReturnValue(isTouch);
  const { container } = render(<TakePicture onChosen={onChosen} onTaken={onTaken} />);
  return container.querySelector('input');
}

test('on a phone the camera app opens with the rear camera', () => {
  const input = show(true);
  expect([input?.accept, input?.getAttribute('capture'), input?.multiple]).toEqual(['image/*', 'environment', false]);
  const click = vi.fn<() => void>();
  input?.addEventListener('click', click);
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  expect(click).toHaveBeenCalledOnce();
  const photo = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
  if (input) fireEvent.change(input, { target: { files: [photo] } });
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(photo);
  expect(onTaken).not.toHaveBeenCalled();
});

test('on a desktop the camera dialog opens', async () => {
  expect(show(false)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  expect(await screen.findByText('The dialog of the camera')).toBeDefined();
});

test.each([
  ['en', 'Take a picture', 'The call is using the camera. You can attach a photo instead.'],
  ['it', 'Scatta una foto', 'La chiamata sta usando la fotocamera. Puoi allegare una foto.'],
] as const)('during a call a toast says why no camera opens, in «%s»', async (language, name, words) => {
  setLanguage(language);
  phase.mockReturnValue('inCall');
  show(false);
  fireEvent.click(screen.getByRole('button', { name }));
  expect(toastStore.getState().toast?.words).toBe(words);
  expect(screen.queryByText('The dialog of the camera')).toBeNull();
});

test('if the dialog fails to load, a toast says what to check', async () => {
  isHere.mockReturnValue(false);
  show(false);
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  await waitFor(() => expect(toastStore.getState().toast).not.toBeNull());
  expect(screen.queryByText('The dialog of the camera')).toBeNull();
});
