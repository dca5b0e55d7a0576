import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FileInput } from './FileInput';
import { dropTarget } from './files-in';
import { MessageField } from './MessageField';

test('takes a dropped file instead of letting the browser open it; leaves other drops to the page', () => {
  const onFile = vi.fn<(file: File) => void>();
  const file = new File(['x'], 'gauge.png');
  render(<main {...dropTarget(onFile)} />);
  const main = screen.getByRole('main');
  const dataTransfer = { types: ['Files'], files: [file] };

  expect(fireEvent.dragOver(main, { dataTransfer })).toBe(false);
  expect(fireEvent.drop(main, { dataTransfer })).toBe(false);
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file);

  const text = { types: ['text/plain'], files: [] };
  expect(fireEvent.dragOver(main, { dataTransfer: text })).toBe(true);
  expect(fireEvent.drop(main, { dataTransfer: text })).toBe(true);
});

test('strips paths from file names, however a file arrives', async () => {
  const onFile = vi.fn<(file: File) => void>();
  const file = new File(['Open the bypass first.'], 'plans\\../valve.txt', { type: 'text/plain', lastModified: 1 });
  const dataTransfer = { types: ['Files'], files: [file] };
  const { container } = render(
    <main {...dropTarget(onFile)}>
      <FileInput ref={null} onFile={onFile} />
      <MessageField label="Message" value="" onChange={() => {}} onSend={() => {}} onFile={onFile} />
    </main>,
  );
  fireEvent.drop(screen.getByRole('main'), { dataTransfer });
  fireEvent.paste(screen.getByRole('textbox'), { clipboardData: dataTransfer });
  const input = container.querySelector('input');
  if (!input) throw new Error('There is no choice of files');
  fireEvent.change(input, { target: { files: [file] } });

  const received = onFile.mock.calls.map(([one]) => one);
  expect(received.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual(
    Array.from({ length: 3 }, () => ['valve.txt', 'text/plain', 1]),
  );
  expect(await received[0]?.text()).toBe('Open the bypass first.');
});

const pasted = (types: readonly string[], ...files: readonly File[]) => {
  const onFile = vi.fn<(file: File) => void>();
  render(<MessageField label="Message" value="" onChange={() => {}} onSend={() => {}} onFile={onFile} />);
  const isLeftToField = fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { types, files } });
  return { names: onFile.mock.calls.map(([{ name }]) => name), isLeftToField };
};

test('sends a dropped file that also has its address as text', () => {
  const onFile = vi.fn<(file: File) => void>();
  const file = new File(['x'], 'log.txt', { type: 'text/plain' });
  render(<main {...dropTarget(onFile)} />);
  fireEvent.drop(screen.getByRole('main'), { dataTransfer: { types: ['text/plain', 'Files'], files: [file] } });
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
});

test('sends a pasted file that also has its name as text', () => {
  const file = new File(['x'], 'gauge.png', { type: 'image/png' });
  expect(pasted(['text/plain', 'Files'], file)).toEqual({ names: ['gauge.png'], isLeftToField: false });
});

test('pastes a table from an office program as text, though a picture of it is copied too', () => {
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  expect(pasted(['text/plain', 'text/html', 'text/rtf', 'Files'], picture)).toEqual({ names: [], isLeftToField: true });
});
