import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { queries } from '../../testing/scope';
import * as saving from '../../platform/storage/save-file';
import * as opening from '../../platform/native/open-file';
import { testContact } from '../../testing/people';
import { inConversation } from '../../testing/conversation';
import { testMessage } from '../../testing/rooms';
import { StoredFile } from './Files';
import type { ConversationSource } from './source';

const luca = testContact({ name: 'Luca Moretti' });
const saveFile = vi.spyOn(saving, 'saveFile');
const openFile = vi.fn<ConversationSource['openFile']>();
type Asked = Parameters<ConversationSource['openFile']>[2];

/** A download that the test controls. */
function createFile() {
  let asked: Asked;
  let finish = () => {};
  openFile.mockImplementation(
    (_, __, sending) =>
      new Promise((resolve, reject) => {
        asked = sending;
        finish = () => resolve(new Blob(['opened']));
        sending?.signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  );
  return {
    come: (share: number) => act(() => asked?.onProgress(share)),
    isStopped: () => asked?.signal.aborted,
    finish: () => act(async () => finish()),
  };
}

function show(fileName: string, fileSize: number, previewUrl?: string) {
  const message = testMessage(luca, 1, { fileName, fileSize, fileUrl: '/storage/rooms/room/a.bin', previewUrl });
  render(<StoredFile message={message} name={fileName} />, { wrapper: inConversation({ openFile }) });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  openFile.mockReset();
  saveFile.mockReset();
  setLanguage('en');
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  cleanup();
  queries().clear();
});

test('a download shows its progress, and saves the file', async () => {
  const { come, finish } = createFile();
  show('sheet.pdf', 1000);
  press('Download sheet.pdf');
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Downloading sheet.pdf' });
  expect(bar.hasAttribute('value')).toBe(false);
  await vi.waitFor(() => expect(openFile).toHaveBeenCalled());
  come(0.25);
  expect(bar.value).toBe(0.25);
  await finish();
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

test('a stopped download saves nothing, shows no error, and can be started again', async () => {
  setLanguage('it');
  const { isStopped } = createFile();
  show('sheet.pdf', 1000);
  press('Scarica sheet.pdf');
  await vi.waitFor(() => expect(openFile).toHaveBeenCalled());
  press('Annulla il download di sheet.pdf');
  expect(isStopped()).toBe(true);
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByText('Impossibile scaricare')).toBeNull();
  press('Scarica sheet.pdf');
  await vi.waitFor(() => expect(openFile).toHaveBeenCalledTimes(2));
  expect(saveFile).not.toHaveBeenCalled();
});

test('a download for opening shows its progress too', async () => {
  const { come, finish } = createFile();
  const shown = vi.fn<opening.Opening['show']>(async () => 'shown');
  const opener = vi.spyOn(opening, 'openFile').mockReturnValue({ show: shown, abandon: () => {} });
  show('sheet.pdf', 1000);
  press('Open sheet.pdf');
  await vi.waitFor(() => expect(openFile).toHaveBeenCalled());
  come(0.25);
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.25);
  await finish();
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(screen.queryByRole('progressbar')).toBeNull();
  opener.mockRestore();
});

test('a large picture without a preview is downloaded on request, and can be stopped', async () => {
  const { come, isStopped, finish } = createFile();
  show('gauge.png', 300 * 1024);
  expect(screen.getByText('300 kB')).toBeDefined();
  expect(openFile).not.toHaveBeenCalled();
  press('Show gauge.png');
  await vi.waitFor(() => expect(openFile).toHaveBeenCalledOnce());
  come(0.5);
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.5);
  press('Cancel downloading gauge.png');
  expect(isStopped()).toBe(true);
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  press('Show gauge.png');
  await vi.waitFor(() => expect(openFile).toHaveBeenCalledTimes(2));
  await finish();
  expect(await screen.findByRole('button', { name: 'Enlarge gauge.png' })).toBeDefined();
});

test('a small picture is shown without a preview', async () => {
  const { finish } = createFile();
  show('gauge.png', 200 * 1024);
  await vi.waitFor(() => expect(openFile).toHaveBeenCalledOnce());
  await finish();
  expect(await screen.findByRole('button', { name: 'Enlarge gauge.png' })).toBeDefined();
});

test.each([
  ['only looked at', true],
  ['to be saved', false],
])('a large picture that is %s, and closed during the download: stopped? %s', async (what, isItStopped) => {
  const { isStopped, finish } = createFile();
  show('gauge.png', 300 * 1024, '/storage/rooms/room/a-preview.bin');
  await vi.waitFor(() => expect(openFile).toHaveBeenCalledOnce());
  await finish();
  fireEvent.click(await screen.findByRole('button', { name: 'Enlarge gauge.png' }));
  await vi.waitFor(() => expect(openFile).toHaveBeenCalledTimes(2));
  if (what === 'to be saved') press('Download gauge.png');
  press('Close');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(isStopped()).toBe(isItStopped);
  await finish();
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(isItStopped ? 0 : 1));
});

test('a file that its sender is still uploading has no button', () => {
  const message = testMessage(luca, 1, { fileName: 'sheet.pdf', fileSize: 1000, state: 'arriving' });
  render(<StoredFile message={message} name="sheet.pdf" />, { wrapper: inConversation() });
  expect(screen.getByText('On its way…')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
