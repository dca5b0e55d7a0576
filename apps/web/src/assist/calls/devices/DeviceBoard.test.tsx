import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { DeviceBoard, type OwnMedia } from './DeviceBoard';
import type { DeviceList } from './device-list';
import { NativeRejection, standInShell } from '../../../testing/shell';
import { toastStore } from '../../../shared/toast';

vi.mock('../../../ui/feedback/sound-level', () => ({ listenTo: () => ({ level: () => 0, close: () => undefined }) }));

const list: DeviceList = {
  camera: [
    { id: 'front', label: 'camera2 1', facing: 'user' },
    { id: 'back', label: 'camera2 0', facing: 'environment' },
  ],
  arCamera: [],
  microphone: [{ id: 'headset', label: 'Headset', facing: null }],
  speaker: [{ id: 'lid', label: 'In the lid', facing: null }],
};

const own: OwnMedia = {
  stream: null,
  microphone: null,
  isMirrored: false,
  cameraProblem: null,
  microphoneProblem: null,
  absence: 'previewOpens',
  tryAgain: () => undefined,
};

const optionsOf = (name: string) =>
  [...screen.getByRole('combobox', { name }).querySelectorAll('option')].map(({ textContent }) => textContent);

afterEach(() => {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId');
  vi.unstubAllGlobals();
  return setLanguage('en');
});

test('a choice is stored, shown, and passed to the call', () => {
  const onChosen = vi.fn<(kind: string) => void>();
  render(<DeviceBoard own={own} list={list} onChosen={onChosen} />);
  const camera = screen.getByRole('combobox', { name: 'Camera' });

  fireEvent.change(camera, { target: { value: 'back' } });

  expect(onChosen).toHaveBeenCalledExactlyOnceWith('camera');
  expect(localStorage.getItem('selectedVideo')).toBe('back');
  expect(camera).toHaveProperty('value', 'back');
});

test('cameras with a direction are named by it, in both languages', async () => {
  const { rerender } = render(<DeviceBoard own={own} list={list} />);
  expect(optionsOf('Camera')).toEqual(['Automatic', 'Front', 'Back']);

  setLanguage('it');
  rerender(<DeviceBoard own={own} list={list} />);

  expect(optionsOf('Fotocamera')).toEqual(['Automatico', 'Anteriore', 'Posteriore']);
});

test('without a choice, the loudspeaker that is used is named, if the browser says which is the default', () => {
  Object.assign(HTMLMediaElement.prototype, { setSinkId: async () => undefined });
  const box = { id: 'box', label: 'Loud box', facing: null, isDefault: true };
  const { rerender } = render(<DeviceBoard own={own} list={{ ...list, speaker: [...list.speaker, box] }} />);
  expect(optionsOf('Speaker')).toEqual(['Loud box (automatic)', 'In the lid', 'Loud box']);
  rerender(<DeviceBoard own={own} list={list} />);
  expect(optionsOf('Speaker')).toEqual(['Automatic', 'In the lid']);
});

test('«Automatic» names the open device only without a choice, else the default', () => {
  const openOf = (deviceId: string) => ({ getSettings: () => ({ deviceId }) }) as unknown as MediaStreamTrack;
  const stream = { getVideoTracks: () => [openOf('back')] } as unknown as MediaStream;
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const microphone = [...list.microphone, { id: 'lid', label: 'In the lid', facing: null, isDefault: true }];
  render(<DeviceBoard own={{ ...own, stream, microphone: openOf('headset') }} list={{ ...list, microphone }} />);
  expect(optionsOf('Camera')[0]).toBe('Back (automatic)');
  expect(optionsOf('Microphone')[0]).toBe('Headset (automatic)');

  fireEvent.change(screen.getByRole('combobox', { name: 'Camera' }), { target: { value: 'back' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Microphone' }), { target: { value: 'headset' } });
  expect(optionsOf('Camera')[0]).toBe('Automatic');
  expect(optionsOf('Microphone')[0]).toBe('In the lid (automatic)');
});

test('the loudspeaker can be chosen only if the browser supports it', () => {
  const { unmount } = render(<DeviceBoard own={own} list={list} />);
  expect(screen.queryByRole('combobox', { name: 'Speaker' })).toBeNull();
  unmount();
  Object.assign(HTMLMediaElement.prototype, { setSinkId: async () => undefined });

  render(<DeviceBoard own={own} list={list} />);

  expect(optionsOf('Speaker')).toEqual(['Automatic', 'In the lid']);
});

test('a device that does not open shows the reason', () => {
  render(<DeviceBoard own={{ ...own, cameraProblem: 'missing', microphoneProblem: 'refused' }} list={list} />);

  expect(screen.getByText('No camera found')).toBeTruthy();
  expect(screen.getByText('The microphone is blocked')).toBeTruthy();
});

test('a blocked device shows how to allow it, and can be opened again', () => {
  const tryAgain = vi.fn<OwnMedia['tryAgain']>();
  const { rerender } = render(<DeviceBoard own={{ ...own, cameraProblem: 'missing', tryAgain }} list={list} />);
  expect(screen.queryByText('How to allow it')).toBeNull();

  rerender(<DeviceBoard own={{ ...own, cameraProblem: 'refused', tryAgain }} list={list} />);
  fireEvent.click(screen.getByText('How to allow it'));
  expect(screen.getByText(/^To allow it in/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(tryAgain).toHaveBeenCalledExactlyOnceWith('camera');
});

test('in the mobile shell the phone says where sound can go, and sends it there', async () => {
  const getRoutes = () => ({ routes: ['earpiece', 'bluetooth', 'speaker'], chosen: 'speaker' });
  const shell = standInShell({ Telephone: { getRoutes, setRoute: () => undefined } });
  setLanguage('it');
  render(<DeviceBoard own={own} list={list} />);
  const picker = await screen.findByRole('combobox', { name: 'Altoparlante' });
  expect(optionsOf('Altoparlante')).toEqual(['Telefono', 'Bluetooth', 'Vivavoce']);
  expect(picker).toHaveProperty('value', 'speaker');
  fireEvent.change(picker, { target: { value: 'earpiece' } });
  expect(picker).toHaveProperty('value', 'earpiece');
  expect(shell.optionsOf('Telephone', 'setRoute')).toEqual([{ route: 'earpiece' }]);
});

test('a phone that does not send the sound there says so, and the picker shows where it goes', async () => {
  const getRoutes = () => ({ routes: ['earpiece', 'speaker'], chosen: 'speaker' });
  const setRoute = () => Promise.reject(new NativeRejection('no such call', 'UNAVAILABLE'));
  standInShell({ Telephone: { getRoutes, setRoute } });
  render(<DeviceBoard own={own} list={list} />);
  const picker = await screen.findByRole('combobox', { name: 'Speaker' });
  fireEvent.change(picker, { target: { value: 'earpiece' } });
  await vi.waitFor(() => expect(picker).toHaveProperty('value', 'speaker'));
  expect(toastStore.getState().toast?.words).toContain('no such call');
});

test('a phone that leaves no choice of where sound goes has no picker', async () => {
  const getRoutes = vi.fn<() => object>(() => ({ routes: [] }));
  standInShell({ Telephone: { getRoutes } });
  render(<DeviceBoard own={own} list={list} />);
  await vi.waitFor(() => expect(getRoutes).toHaveBeenCalled());
  expect(screen.queryByRole('combobox', { name: 'Speaker' })).toBeNull();
});
