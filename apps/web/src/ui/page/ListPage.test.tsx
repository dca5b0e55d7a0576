import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListPage } from './ListPage';

vi.mock('@tanstack/react-router', () => ({ Outlet: () => <input aria-label="detail" /> }));
vi.mock('../../shared/use-title', () => ({ useTitle: () => undefined }));

/** A window whose width the test sets. */
let isWide: boolean;
let listeners: Set<() => void>;
function resize(wide: boolean) {
  isWide = wide;
  act(() => listeners.forEach((listener) => listener()));
}

beforeEach(() => {
  isWide = true;
  listeners = new Set();
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (isChosen: boolean) =>
  render(
    <ListPage
      title="People"
      acts={null}
      search={{ label: 'Search', value: '', onChange: () => undefined }}
      isChosen={isChosen}
      nothing="Choose somebody"
      className={undefined}
    >
      Everybody
    </ListPage>,
  );

test('keeps the open item mounted while the window changes between narrow and wide; the list comes and goes', () => {
  show(true);
  fireEvent.change(screen.getByLabelText('detail'), { target: { value: 'typed' } });

  resize(false);

  expect(screen.queryByText('Everybody')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('detail').value).toBe('typed');
  resize(true);
  expect(screen.getByText('Everybody')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('detail').value).toBe('typed');
});

test('with nothing open, a desktop shows a hint beside the list, and a phone the list alone', () => {
  show(false);
  expect(screen.getByText('Choose somebody')).toBeDefined();

  resize(false);

  expect(screen.getByText('Everybody')).toBeDefined();
  expect(screen.queryByText('Choose somebody')).toBeNull();
});
