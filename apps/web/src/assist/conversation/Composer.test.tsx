import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as config from '../../platform/config';
import { setLanguage } from '../../shared/i18n';
import { toastStore } from '../../shared/toast';
import { inConversation } from '../../testing/conversation';
import { Composer } from './Composer';

const silentVoice = {
  openMicrophone: () => Promise.reject(new Error('not used')),
  howToAllow: null,
  isInterrupted: false,
};
const onSend = vi.fn<(text: string) => void>();
const onFile = vi.fn<(file: File, text?: string) => void>();
const onSent = vi.fn<() => void>();

const named = (name: string, text = 'x') => new File([text], name);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^(Message|Add a)/ });
const attached = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
const sent = () => onFile.mock.calls.map(([{ name }, text]) => [name, text]);

function choose(...files: readonly File[]) {
  const input = document.querySelector('input[type=file]');
  if (input) fireEvent.change(input, { target: { files } });
}

beforeEach(() => {
  setLanguage('en');
  vi.spyOn(config, 'getConfig').mockReturnValue({ ...config.getConfig(), maxFileBytes: 1024 });
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  onSend.mockReset();
  onFile.mockReset();
  onSent.mockReset();
  render(<Composer label="Message" onSend={onSend} onFile={onFile} onSent={onSent} voice={silentVoice} />, {
    wrapper: inConversation(),
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('one file is shown before it is sent, with the message as its caption', () => {
  choose(named('gauge.png'));
  expect(attached()).toEqual(['gauge.png']);
  expect(screen.queryByRole('textbox', { name: 'Caption of gauge.png' })).toBeNull();
  fireEvent.change(field(), { target: { value: '2 bar' } });
  expect(onFile).not.toHaveBeenCalled();

  fireEvent.keyDown(field(), { key: 'Enter' });

  expect(sent()).toEqual([['gauge.png', '2 bar']]);
  expect(onSend).not.toHaveBeenCalled();
  expect([attached(), field().value]).toEqual([[], '']);
});

test('typing ends with a text that is sent, and with a caption', () => {
  fireEvent.change(field(), { target: { value: '2 bar' } });
  expect(onSent).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSent).toHaveBeenCalledTimes(1);
  choose(named('gauge.png'));
  fireEvent.change(field(), { target: { value: '3 bar' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSent).toHaveBeenCalledTimes(2);
});

test('several have a caption each, one can be removed, and the message goes before them', () => {
  choose(named('gauge.png'), named('wrong.png'), named('sheet.pdf'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove wrong.png' }));
  expect(attached()).toEqual(['gauge.png', 'sheet.pdf']);
  fireEvent.change(screen.getByRole('textbox', { name: 'Caption of sheet.pdf' }), { target: { value: 'Page 3' } });
  fireEvent.change(field(), { target: { value: 'Both from today' } });

  fireEvent.click(screen.getByRole('button', { name: 'Send' }));

  expect(onSend.mock.calls).toEqual([['Both from today']]);
  expect(sent()).toEqual([
    ['gauge.png', undefined],
    ['sheet.pdf', 'Page 3'],
  ]);
});

test('the caption of the file that is left alone becomes part of the message', () => {
  choose(named('gauge.png'), named('wrong.png'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Caption of gauge.png' }), { target: { value: '2 bar' } });
  fireEvent.change(field(), { target: { value: 'From today' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove wrong.png' }));
  expect(field().value).toBe('From today\n2 bar');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent()).toEqual([['gauge.png', 'From today\n2 bar']]);
});

test('a file that is too large is not sent until it is removed', () => {
  choose(named('film.mp4', 'x'.repeat(2000)), named('sheet.pdf'));
  expect(within(screen.getByRole('list')).getByRole('alert').textContent).toMatch(/^Too large/);
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(send.disabled).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: 'Remove film.mp4' }));
  fireEvent.click(send);

  expect(sent()).toEqual([['sheet.pdf', undefined]]);
});

test('no more than thirty are taken at once', () => {
  choose(...Array.from({ length: 31 }, (_, index) => named(`${index}.txt`)));
  expect(attached()).toHaveLength(30);
  expect(toastStore.getState().toast).toMatchObject({ words: 'You can attach up to 30 files at a time' });
});
