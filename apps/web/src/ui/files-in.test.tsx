import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FileInput } from './FileInput';
import { dropTarget } from './files-in';
import { MessageField } from './MessageField';

test('a file that is dropped is taken, and never opened in place of the call; other things are left to the page', () => {
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

test('whichever way a file comes, it goes under a name that is no path', async () => {
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

  const came = onFile.mock.calls.map(([one]) => one);
  expect(came.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual(
    Array.from({ length: 3 }, () => ['valve.txt', 'text/plain', 1]),
  );
  expect(await came[0]?.text()).toBe('Open the bypass first.');
});
