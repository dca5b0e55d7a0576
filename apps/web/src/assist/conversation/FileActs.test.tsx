import { NOT_GENUINE } from '@earth/contracts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { queries } from '../../testing/scope';
import * as opening from '../../platform/native/open-file';
import { testContact } from '../../testing/people';
import { testMessage } from '../../testing/rooms';
import { standInShell } from '../../testing/shell';
import { toastStore } from '../../shared/toast';
import { inConversation } from '../../testing/conversation';
import { FileActs } from './FileActs';
import type { ConversationSource } from './source';

const luca = testContact({ name: 'Luca Moretti' });
const sheet = new Blob(['sheet'], { type: 'application/pdf' });
const openFile = vi.fn<ConversationSource['openFile']>();
const shown = vi.fn<opening.Opening['show']>();
const abandon = vi.fn<() => void>();
const share = vi.fn<Navigator['share']>();

beforeEach(async () => {
  vi.resetAllMocks();
  setLanguage('en');
  toastStore.setState({ toast: null });
  vi.spyOn(opening, 'openFile').mockReturnValue({ show: shown, abandon });
  openFile.mockResolvedValue(sheet);
  shown.mockResolvedValue('shown');
  share.mockResolvedValue();
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const withSheet = () => vi.stubGlobal('navigator', { language: 'en', share, canShare: () => true });
function show(name = 'P-204.pdf') {
  const file = { text: name, fileName: name, fileUrl: '/storage/rooms/r/f.bin', fileSize: 1000 };
  return render(<FileActs message={testMessage(luca, 1, file)} name={name} />, {
    wrapper: inConversation({ openFile }),
  });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => toastStore.getState().toast?.words;

test('a file is opened on the device, and shared with its share sheet', async () => {
  withSheet();
  show();
  press('Open P-204.pdf');
  await waitFor(() => expect(shown).toHaveBeenCalledWith(sheet));
  expect(opening.openFile).toHaveBeenCalledWith('P-204.pdf', 'application/pdf');
  press('Share P-204.pdf');
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(share.mock.calls[0]?.[0]?.files?.[0]?.name).toBe('P-204.pdf');
  expect(said()).toBeUndefined();
});

test('a file that no tab can show is not opened, and without a share sheet nothing is shared', () => {
  show('plan.svg');
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['en', 'Unable to download', new Error('away')],
  ['it', 'Impossibile scaricare', new Error('away')],
  ['en', 'You can’t open this file (sent before you joined or to other keys).', null],
  ['it', 'Non puoi aprire questo file (inviato prima del tuo ingresso o per altre chiavi).', null],
  ['en', 'Not genuine: altered, or not by this person', NOT_GENUINE],
  ['it', 'Non autentico: alterato, o non di questa persona', NOT_GENUINE],
] as const)('in «%s» it shows «%s», and opens nothing', async (language, words, answer) => {
  setLanguage(language);
  if (answer instanceof Error) openFile.mockRejectedValue(answer);
  else openFile.mockResolvedValue(answer);
  show();
  press(language === 'en' ? 'Open P-204.pdf' : 'Apri P-204.pdf');
  await waitFor(() => expect(said()).toBe(words));
  expect(abandon).toHaveBeenCalledOnce();
  expect(shown).not.toHaveBeenCalled();
});

test('a running download is shown, and not started twice', async () => {
  let come: (file: Blob) => void = () => undefined;
  openFile.mockReturnValue(new Promise((resolve) => (come = resolve)));
  show();
  press('Open P-204.pdf');
  expect(await screen.findByText('Loading…')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open P-204.pdf' })).toBeNull();
  come(sheet);
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull());
  expect(openFile).toHaveBeenCalledOnce();
});

test('a stopped download opens nothing, and is no failure', async () => {
  openFile.mockImplementation(
    (_, __, sending) =>
      new Promise((___, reject) =>
        sending?.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
  );
  show();
  press('Open P-204.pdf');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel downloading P-204.pdf' }));
  expect(await screen.findByRole('button', { name: 'Open P-204.pdf' })).toBeDefined();
  await waitFor(() => expect(abandon).toHaveBeenCalledOnce());
  expect(shown).not.toHaveBeenCalled();
  expect(said()).toBeUndefined();
});

test('a file that came too late for its click waits for the next one', async () => {
  withSheet();
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  show();
  press('Share P-204.pdf');
  await waitFor(() => expect(said()).toBe('It’s ready: press “Share” again'));
  press('Share P-204.pdf');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(openFile).toHaveBeenCalledOnce();
});

test('without the shell’s plugin for opening files an error is shown, and nothing is downloaded', () => {
  vi.mocked(opening.openFile).mockRestore();
  standInShell({});
  show();
  press('Open P-204.pdf');
  expect(said()).toBe('This app can’t do that: it was built without “FileOpener”.');
  expect(openFile).not.toHaveBeenCalled();
});
