import { NOT_GENUINE } from '@earth/contracts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as format from '../../shared/format';
import { setLanguage } from '../../shared/i18n';
import { ApiError } from '../../platform/http/api-error';
import * as config from '../../platform/config';
import { queries } from '../../testing/scope';
import * as saving from '../../platform/storage/save-file';
import { testContact } from '../../testing/people';
import { inConversation } from '../../testing/conversation';
import { testMessage } from '../../testing/rooms';
import { Composer } from './Composer';
import { Line, type Reader } from './Lines';
import { MESSAGE_FILE } from '../../shared/call-queries';
import type { ConversationSource, ShownMessage } from './source';

const me = testContact({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const sara = testContact({ name: 'Sara Conti' });
const person = ({ uniqueId: contactId }: { readonly uniqueId: string }, change: Partial<Reader> = {}): Reader => ({
  contactId,
  joinedPosition: 0,
  deliveredPosition: 0,
  readPosition: 0,
  ...change,
});

const silentVoice = {
  openMicrophone: () => Promise.reject(new Error('not used')),
  howToAllow: null,
  isInterrupted: false,
};
const nobody: readonly Reader[] = [];
const openFile = vi.fn<ConversationSource['openFile']>();
const setFile = ({ uniqueId }: ShownMessage, opened: unknown) =>
  queries().setQueryData([MESSAGE_FILE, uniqueId], opened);
const setPreview = ({ uniqueId }: ShownMessage, opened: unknown) =>
  queries().setQueryData([MESSAGE_FILE, uniqueId, 'preview'], opened);

function bubble(message: ReturnType<typeof testMessage>, readers = nobody) {
  const isMine = message.sender.uniqueId === me.uniqueId;
  const row = { key: 'message', type: 'message', message, isMine, isFirst: true } as const;
  return <Line row={row} hasNames readers={readers} mayReply />;
}
const show = (...shown: Parameters<typeof bubble>) =>
  render(bubble(...shown), { wrapper: inConversation({ openFile }) });

const sealedUnder = (cryptoSchema: 0 | 1 | 2) =>
  vi.spyOn(config, 'getConfig').mockReturnValue({ cryptoSchema } as ReturnType<typeof config.getConfig>);

beforeEach(() => {
  setLanguage('en');
  sealedUnder(1);
});
afterEach(() => {
  queries().clear();
  openFile.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['Sent', { deliveredPosition: 3 }, { deliveredPosition: 2 }],
  ['Delivered', { deliveredPosition: 3, readPosition: 3 }, { deliveredPosition: 3 }],
  ['Read', { deliveredPosition: 3, readPosition: 3 }, { deliveredPosition: 4, readPosition: 4 }],
  // Members who joined later do not count.
  ['Read', { deliveredPosition: 3, readPosition: 3 }, { joinedPosition: 3 }],
])('the user’s own message shows «%s»', (word, his, hers) => {
  show(testMessage(me, 3), [person(me), person(luca, his), person(sara, hers)]);
  expect(screen.getByText(word)).toBeDefined();
});

test('an unreadable message is marked, and can be neither copied nor answered', () => {
  show(testMessage(luca, 1, { text: null }));
  expect(screen.getByText('You can’t read this message (sent before you joined or to other keys).')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each(['en', 'it'] as const)(
  'a message that is not genuine is marked in «%s», and shows neither text nor file',
  async (language) => {
    setLanguage(language);
    const file = { fileName: 'P-204.pdf', fileUrl: '/storage/rooms/r/f.bin', fileSize: 1000 };
    show(testMessage(luca, 1, { text: NOT_GENUINE, message: 'Open V-12', ...file }));
    const words = language === 'en' ? /^Not genuine: altered/ : /^Non autentico: alterato/;
    expect(screen.getByText(words).querySelector('svg')).not.toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/Open V-12|P-204/)).toBeNull();
  },
);

const fileOf = (fileName: string) =>
  testMessage(luca, 1, { text: fileName, fileName, fileUrl: '/storage/rooms/r/f.bin', fileSize: 1000 });

test.each([
  ['en', 1, 0, 'Not encrypted'],
  ['it', 2, 0, 'Non cifrato'],
  // With scheme 0 in force nothing claims to be encrypted.
  ['en', 0, 0, null],
  ['en', 1, 1, null],
  ['en', 2, 1, 'Not signed'],
  ['it', 2, 1, 'Non firmato'],
  ['en', 2, 2, null],
  // Written before a lower scheme was chosen.
  ['en', 1, 2, null],
] as const)(
  'in «%s», where all is sealed by scheme %d, one of scheme %d says «%s» in its bubble',
  async (language, cryptoSchema, scheme, words) => {
    setLanguage(language);
    sealedUnder(cryptoSchema);
    show(testMessage(luca, 1, { cryptoSchema: scheme, text: 'Open V-12' }));
    expect(screen.getByText('Open V-12')).toBeDefined();
    const mark = screen.queryByText(/^(Not encrypted|Non cifrato|Not signed|Non firmato)$/, { ignore: 'span' });
    expect([mark?.firstChild?.nextSibling?.textContent ?? null, mark?.querySelector('svg') !== null]).toEqual([
      words,
      true,
    ]);
  },
);

test.each([
  ['en', 'It isn’t signed, so we can’t confirm who wrote it.'],
  ['it', 'Non è firmato: non possiamo confermare chi l’ha scritto.'],
] as const)('an unsigned message is explained in «%s», as a tooltip and for screen readers', (...expected) => {
  const [language, line] = expected;
  setLanguage(language);
  sealedUnder(2);
  show(testMessage(luca, 1, { cryptoSchema: 1 }));
  expect(screen.getByTitle(line).textContent).toContain(line);
});

test('a picture that is not its message’s is replaced by a notice', () => {
  const message = fileOf('gauge.png');
  setFile(message, NOT_GENUINE);
  show(message);
  expect(screen.getByText(/^Not genuine/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /gauge/ })).toBeNull();
});

const large = () => ({ ...fileOf('gauge.jpg'), previewUrl: '/storage/rooms/r/f-preview.bin' });

test('a large picture is shown by its preview, and downloaded when opened', async () => {
  const message = large();
  openFile.mockResolvedValue(new Blob(['whole']));
  setPreview(message, new Blob(['small']));
  show(message);
  const picture = screen.getByRole('button', { name: 'Enlarge gauge.jpg' });
  expect(openFile).not.toHaveBeenCalled();
  fireEvent.click(picture);
  await expect.poll(() => openFile.mock.calls.map(([, part]) => part)).toEqual(['file']);
  await expect.poll(() => screen.queryByText('Loading…')).toBeNull();
});

test.each([
  ['was not sealed for the reader', null],
  ['is not there', undefined],
])('if the preview %s, the large picture is shown', (_, preview) => {
  const message = preview === null ? large() : fileOf('gauge.jpg');
  setPreview(message, preview);
  setFile(message, new Blob(['whole']));
  show(message);
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge gauge.jpg' }));
  expect(screen.queryByText('Loading…')).toBeNull();
});

test.each([
  ['en', 'This picture can’t be displayed.', 'Download gauge.jpg'],
  ['it', 'Questa immagine non può essere visualizzata.', 'Scarica gauge.jpg'],
] as const)(
  'a file with a picture’s name that is no picture is marked in «%s», and can be downloaded',
  async (...expected) => {
    const [language, words, download] = expected;
    setLanguage(language);
    const message = large();
    for (const set of [setPreview, setFile]) set(message, new Blob(['Open the bypass first.']));
    show(message);
    const isShown = () => screen.queryByText(words) !== null;
    // First the preview, then the large picture in its place.
    fireEvent.error(screen.getByRole('img', { name: 'gauge.jpg' }));
    expect(isShown()).toBe(false);
    fireEvent.error(screen.getByRole('img', { name: 'gauge.jpg' }));
    expect(isShown()).toBe(true);
    expect(screen.queryByRole('img', { name: 'gauge.jpg' })).toBeNull();
    expect(screen.getByRole('button', { name: download })).toBeDefined();
  },
);

test('if only the large picture cannot be shown, a notice is shown over the preview', async () => {
  const message = large();
  setPreview(message, new Blob(['small']));
  setFile(message, new Blob(['Open the bypass first.']));
  show(message);
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge gauge.jpg' }));
  const viewer = within(await screen.findByRole('dialog', { name: 'gauge.jpg' }));
  fireEvent.error(viewer.getByRole('img', { name: 'gauge.jpg' }));
  expect(viewer.getByText('This picture can’t be displayed.')).toBeDefined();
  expect(viewer.getByRole('button', { name: 'Download gauge.jpg' })).toBeDefined();
});

test('a preview that is not its message’s is not shown', () => {
  const message = large();
  setPreview(message, NOT_GENUINE);
  show(message);
  expect(screen.getByText(/^Not genuine/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /gauge/ })).toBeNull();
});

test('a file that is not its message’s shows a notice when opened, and is not saved', async () => {
  openFile.mockResolvedValue(NOT_GENUINE);
  const save = vi.spyOn(saving, 'saveFile');
  show(fileOf('P-204.pdf'));
  fireEvent.click(screen.getByRole('button', { name: 'Download P-204.pdf' }));
  expect(await screen.findByText(/^Not genuine/)).toBeDefined();
  expect(save).not.toHaveBeenCalled();
});

test('a link opens in a new tab without an opener', () => {
  show(testMessage(luca, 1, { text: 'See www.example.com' }));
  const link = screen.getByRole('link', { name: 'www.example.com' });
  expect(link.getAttribute('href')).toBe('https://www.example.com');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(link.getAttribute('target')).toBe('_blank');
});

const failures = [
  new ApiError({ code: 404, error: 'notFound', message: '' }),
  new ApiError({ code: 403, error: 'notAllowed', message: '' }),
  new Error('internal'),
];

test.each([
  ['en', 'Unable to download', 'a file', 'P-204.pdf', 'Download P-204.pdf'],
  ['it', 'Impossibile scaricare', 'a file', 'P-204.pdf', 'Scarica P-204.pdf'],
  ['en', 'Unable to download', 'a picture', 'gauge.jpg', 'Download gauge.jpg'],
  ['it', 'Impossibile scaricare', 'a sound', 'pump.mp3', 'Riproduci: pump.mp3'],
] as const)(
  'A8.9: a failed download in a conversation, in «%s» «%s»: %s',
  async (language, words, _, fileName, press) => {
    setLanguage(language);
    for (const failure of failures) {
      openFile.mockRejectedValue(failure);
      const { unmount } = show(
        testMessage(luca, 1, { text: fileName, fileName, fileUrl: '/storage/rooms/r/f.bin', fileSize: 1000 }),
      );
      fireEvent.click(await screen.findByRole('button', { name: press }));
      expect(await screen.findByText(words)).toBeDefined();
      unmount();
    }
  },
);

test('a message renders only when it has changed', () => {
  const message = testMessage(luca, 1);
  // Each rendering formats the time once.
  const formatTime = vi.spyOn(format, 'formatTime');
  const { rerender } = show(message);
  rerender(bubble(message));
  expect(formatTime).toHaveBeenCalledTimes(1);
  rerender(bubble({ ...message, text: 'Now readable' }));
  expect(formatTime).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Now readable')).toBeDefined();
});

test('the name and the levels of a voice note are not shown as text; other texts with a file are', () => {
  const fileName = 'voice-note-3s.weba';
  const { unmount } = show(testMessage(luca, 1, { fileName, text: `${fileName}\n▁█▁` }));
  expect(screen.getByRole('group', { name: 'Voice note, 0:03' })).toBeDefined();
  expect(screen.queryByText(/▁|weba/)).toBeNull();
  unmount();
  show(testMessage(luca, 1, { fileName, text: 'Listen to the seal' }));
  expect(screen.getByText('Listen to the seal')).toBeDefined();
});

test('a message for which a key is still asked is loading, not unreadable', () => {
  show(testMessage(luca, 1, { text: null, state: 'awaitsKey' }));
  expect(screen.getByText('Loading…')).toBeDefined();
  expect(screen.queryByText('You can’t read this message (sent before you joined or to other keys).')).toBeNull();
});

/** A finger on a message: down, perhaps aside, and still there or lifted. */
function finger(text: string, aside = 0) {
  const at = screen.getByText(text);
  const touch = { pointerType: 'touch', clientY: 100 };
  fireEvent.pointerDown(at, { ...touch, clientX: 50 });
  if (aside > 0) fireEvent.pointerMove(at, { ...touch, clientX: 50 + aside });
  return { lift: () => fireEvent.pointerUp(at, { ...touch, clientX: 50 + aside }) };
}

test('a finger that holds a message gets its actions in words, and a tap moves nothing', () => {
  vi.useFakeTimers();
  show(testMessage(luca, 1, { text: 'Which valve?' }));
  finger('Which valve?').lift();
  vi.advanceTimersByTime(1_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  finger('Which valve?', 30);
  vi.advanceTimersByTime(1_000);
  expect(screen.queryByRole('dialog')).toBeNull();

  finger('Which valve?');
  act(() => void vi.advanceTimersByTime(1_000));
  const acts = within(screen.getByRole('dialog', { name: 'Message' })).getAllByRole('button');
  expect(acts.map(({ textContent }) => textContent)).toEqual(['Reply', 'Copy']);
  vi.useRealTimers();
});

test('a message that is pushed aside by a finger is replied to', () => {
  const { container } = show(testMessage(luca, 1, { text: 'Which valve?' }));
  render(<Composer label="Message" onSend={() => {}} onFile={() => {}} voice={silentVoice} />, {
    wrapper: inConversation({ openFile }),
  });
  expect(container.textContent).toContain('Which valve?');
  finger('Which valve?', 80).lift();
  expect(screen.getByRole('button', { name: 'Cancel reply' })).toBeDefined();
});
