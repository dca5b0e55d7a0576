import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { FIRST_LINE, type Line, lineColors, lineWidths, widthOf } from './line';
import { LinePalette } from './LinePalette';

function Scene({ onLine }: { readonly onLine: (line: Line) => void }) {
  const [line, setLine] = useState(FIRST_LINE);
  const choose = (next: Line) => {
    onLine(next);
    setLine(next);
  };
  return <LinePalette id="palette" line={line} color="#ff7ab8" onLine={choose} />;
}

const chosenOf = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map((radio) => radio.getAttribute('aria-label'));

test('the user’s own colour is the first choice; colour and width are chosen by name, each by itself', () => {
  const onLine = vi.fn<(line: Line) => void>();
  render(<Scene onLine={onLine} />);
  expect([chosenOf('Colour of new strokes'), chosenOf('Width of new strokes')]).toEqual([['your colour'], ['medium']]);
  fireEvent.click(screen.getByRole('radio', { name: 'red' }));
  fireEvent.click(screen.getByRole('radio', { name: 'thick' }));
  expect([chosenOf('Colour of new strokes'), chosenOf('Width of new strokes')]).toEqual([['red'], ['thick']]);
  fireEvent.click(screen.getByRole('radio', { name: 'your colour' }));
  expect(onLine.mock.calls.map(([line]) => line)).toEqual([
    { color: lineColors[0]?.color, width: 'medium' },
    { color: lineColors[0]?.color, width: 'thick' },
    { color: null, width: 'thick' },
  ]);
});

test('the three widths are shares of the usual line on the picture', () => {
  expect(lineWidths.map((width) => widthOf({ color: null, width }, 8))).toEqual([4, 8, 16]);
});
