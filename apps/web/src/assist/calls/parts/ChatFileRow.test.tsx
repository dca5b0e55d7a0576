import type { ChatFile, ChatItem } from '@earth/calls';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testContact } from '../../../testing/people';
import { ChatFileRow } from './ChatFileRow';

beforeEach(() => setLanguage('en'));

const luca = testContact();
const file: ChatFile = { name: 'gauge.png', size: 1000, isPicture: true, state: 'ready', url: 'blob:1', gone: 0 };
const message: ChatItem = {
  scheme: 1,
  key: 'k',
  senderId: luca.uniqueId,
  senderName: luca.name,
  isMine: false,
  text: file.name,
  file,
  date: '2026-01-01T10:00:00Z',
  state: 'sent',
};

test('a file with a picture’s name that is no picture is marked, and can be downloaded', () => {
  const onDownload = vi.fn<() => void>();
  const row = (shown: ChatFile) => (
    <ChatFileRow message={message} file={shown} onDownload={onDownload} onWithdraw={() => undefined} />
  );
  const { rerender } = render(row(file));
  fireEvent.error(screen.getByRole('img', { name: 'gauge.png' }));
  expect(screen.getByText('This picture cannot be shown.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Enlarge gauge.png' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Download gauge.png' }));
  expect(onDownload).toHaveBeenCalledOnce();

  rerender(row({ ...file, url: 'blob:2' }));
  expect(screen.getByRole('button', { name: 'Enlarge gauge.png' })).toBeDefined();
});
