import type { CallActions, ChatMessage } from '@earth/calls';
import type { Outgoing, OutgoingFile } from '@earth/messaging';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testInCall } from '../../../testing/calls';
import { giveConfig } from '../../../testing/config';
import { inConversation } from '../../../testing/conversation';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import type { InCallModel, InCallView } from '../screens/use-in-call';
import { Chat } from './Chat';

giveConfig({ cryptoSchema: 1, maxFileBytes: 25 * 1024 ** 2 });
const me = testProfile();
const giulia = testContact();

/** An own message that the server does not have. */
const written = (state: Outgoing['state'], file: Partial<OutgoingFile> | null = null): Partial<InCallView> => ({
  outgoing: [
    {
      clientId: 'k',
      place: { kind: 'call', id: 'call' },
      kind: 'message',
      text: file ? 'P-204.pdf' : 'Hello',
      date: '2026-01-01T10:00:00Z',
      file: file && { name: 'P-204.pdf', size: 1_250_000, blob: null, gone: null, ...file },
      state,
    },
  ],
});
/** A file of Giulia. */
const withFile = (change: Partial<ChatMessage> = {}): Partial<InCallView> => ({
  messages: [
    {
      ...testMessage(giulia, 1, { text: 'P-204.pdf', fileName: 'P-204.pdf', fileSize: 1_250_000, fileUrl: '/f.bin' }),
      callUniqueId: 'call',
      state: 'stored',
      ...change,
    },
  ],
});

function open(more: Partial<InCallView>) {
  const actions = {
    sendMessage: vi.fn<CallActions['sendMessage']>(),
    sendFile: vi.fn<CallActions['sendFile']>(),
    openFile: vi.fn<CallActions['openFile']>(),
    withdrawMessage: vi.fn<CallActions['withdrawMessage']>(),
    retryMessage: vi.fn<CallActions['retryMessage']>(),
  };
  const model = (view: InCallView) => ({ view, actions, me, firstNames: 'Giulia' }) as unknown as InCallModel;
  const { rerender } = render(<Chat model={model(testInCall(more))} />, { wrapper: inConversation() });
  return { actions, show: (next: Partial<InCallView>) => rerender(<Chat model={model(testInCall(next))} />) };
}
const field = () => screen.getByRole('textbox');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => setLanguage('en'));

test('a refused message can be sent again', () => {
  const { actions } = open(written('failed'));

  press('Try again');

  expect(actions.retryMessage).toHaveBeenCalledExactlyOnceWith('k');
});

test('a refused file is marked, and can be retried or withdrawn', () => {
  const { actions } = open(written('failed', {}));

  expect(screen.getByText(/^Not sent/)).toBeTruthy();
  press('Try again');
  expect(actions.retryMessage).toHaveBeenCalledExactlyOnceWith('k');
  press('Remove');
  expect(actions.withdrawMessage).toHaveBeenCalledExactlyOnceWith('k');
});

test('a file row shows name, size and a download button', async () => {
  const { actions, show } = open(withFile());
  vi.mocked(actions.openFile).mockReturnValue(new Promise(() => {}));

  expect(screen.getByText('P-204.pdf')).toBeTruthy();
  expect(screen.getByText('1.2 MB')).toBeTruthy();
  press('Download P-204.pdf');
  await vi.waitFor(() => expect(vi.mocked(actions.openFile).mock.calls.map(([, part]) => part)).toEqual(['file']));

  show(withFile({ state: 'arriving' }));
  expect(screen.getByText('On its way…')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download P-204.pdf' })).toBeNull();
});

test('A8.9: alerts «Unable to download», with a retry', async () => {
  const { actions } = open(withFile());
  vi.mocked(actions.openFile).mockRejectedValue(new Error('away'));

  press('Download P-204.pdf');
  expect(await screen.findByText('Unable to download')).toBeTruthy();
  press('Download P-204.pdf');

  await vi.waitFor(() => expect(actions.openFile).toHaveBeenCalledTimes(2));
});

test('an upload shows its progress, and can be withdrawn', () => {
  const { actions, show } = open(written('sending', { gone: 0.4 }));

  expect(screen.getByRole('progressbar', { name: 'Sending P-204.pdf' })).toHaveProperty('value', 0.4);
  press('Cancel sending P-204.pdf');
  expect(actions.withdrawMessage).toHaveBeenCalledExactlyOnceWith('k');

  show(withFile());
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel sending P-204.pdf' })).toBeNull();
});

test('a file that is too large names the limit, and can only be withdrawn', () => {
  const { actions } = open(written('tooLarge', {}));

  expect(screen.getByText('Not sent: files can be up to 25 MB.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  press('Remove');
  expect(actions.withdrawMessage).toHaveBeenCalledExactlyOnceWith('k');
});

test('a message can be answered, and its links are clickable', () => {
  const { actions } = open(withFile({ fileName: null, fileUrl: null, text: 'See www.example.com' }));

  expect(screen.getByRole('link', { name: 'www.example.com' })).toBeTruthy();
  press('Reply');
  fireEvent.change(field(), { target: { value: 'I do' } });
  fireEvent.keyDown(field(), { key: 'Enter' });

  expect(actions.sendMessage).toHaveBeenCalledExactlyOnceWith(`> ${giulia.name}: See www.example.com\n\nI do`);
});
