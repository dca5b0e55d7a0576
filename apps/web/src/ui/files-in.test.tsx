import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dropTarget } from './files-in';

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
