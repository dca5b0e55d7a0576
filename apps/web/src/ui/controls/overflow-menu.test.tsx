import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OverflowMenu } from './OverflowMenu';

function show() {
  const [process, copy] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <OverflowMenu
      label="More"
      acts={[
        { id: 'process', label: 'Process', icon: null, onChoose: process },
        { id: 'copy', label: 'Copy', icon: null, isOff: true, onChoose: copy },
      ]}
    />,
  );
  const button = screen.getByRole('button', { name: 'More' });
  fireEvent.click(button);
  return { button, process, copy, item: (name: string) => screen.getByRole('menuitem', { name }) };
}

test('opens with the focus on the first act, and arrow keys go around', () => {
  const { button, item } = show();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(item('Process'));
  for (const [key, name] of [
    ['ArrowDown', 'Copy'],
    ['ArrowDown', 'Process'],
    ['ArrowUp', 'Copy'],
    ['Home', 'Process'],
    ['End', 'Copy'],
  ] as const) {
    fireEvent.keyDown(screen.getByRole('menu'), { key });
    expect(document.activeElement).toBe(item(name));
  }
});

test('Escape closes it, with the focus on its button', () => {
  const { button } = show();
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('an act that is chosen runs and closes it; one that is off does nothing', () => {
  const { item, process, copy } = show();
  fireEvent.click(item('Copy'));
  expect(copy).not.toHaveBeenCalled();
  fireEvent.click(item('Process'));
  expect(process).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
});
