import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog';
import { cover, layerElement } from './layers';

const onClose = vi.fn();

function Page({ isFirst = false, isSecond = false }) {
  return (
    <>
      <button type="button">Opener</button>
      <Dialog isOpen={isFirst} onClose={() => onClose('first')} title="First">
        <input type="text" aria-label="Name" />
      </Dialog>
      <Dialog isOpen={isSecond} onClose={() => onClose('second')} title="Second">
        <p>Nothing to press</p>
      </Dialog>
    </>
  );
}

/** Renders into the app's own root. */
function show(page: React.ReactNode) {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  return { root, ...render(page, { container: root }) };
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const dialog = (name: string) => screen.getByRole('dialog', { name });

beforeEach(() => onClose.mockClear());
afterEach(() => document.body.replaceChildren());

test('takes the focus, makes the page inert, and returns the focus when it closes', () => {
  const { root, rerender } = show(<Page />);
  const opener = screen.getByRole('button', { name: 'Opener' });
  opener.focus();

  rerender(<Page isFirst />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  expect(root.inert).toBe(true);

  rerender(<Page />);
  expect(document.activeElement).toBe(opener);
  expect(root.inert).toBe(false);
});

test('without a control in it, the dialog itself has the focus', () => {
  show(<Page isSecond />);
  expect(document.activeElement).toBe(dialog('Second'));
});

test('gives the focus to the dialog below if its opener is gone', () => {
  function Camera({ isOpen = false, isInterrupted = false }) {
    return (
      <Dialog isOpen onClose={onClose} title="Camera">
        {!isInterrupted && <button type="button">Marker</button>}
        <Dialog isOpen={isOpen} onClose={onClose} title="Card">
          <button type="button">Close</button>
        </Dialog>
      </Dialog>
    );
  }
  const { rerender } = show(<Camera />);
  screen.getByRole('button', { name: 'Marker' }).focus();
  rerender(<Camera isOpen />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  rerender(<Camera isOpen isInterrupted />);
  rerender(<Camera isInterrupted />);
  expect(document.activeElement).toBe(dialog('Camera'));
});

test('gives the focus to the dialog below if nothing had it', () => {
  const { rerender } = show(<Page isFirst />);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  rerender(<Page isFirst isSecond />);
  rerender(<Page isFirst />);
  expect(document.activeElement).toBe(dialog('First'));
});

test('returns the focus to the opener if the dialog focuses a field by itself, or is unmounted', () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Opener
        </button>
        {isOpen && (
          <Dialog isOpen onClose={() => setOpen(false)} title="First">
            <button type="button">Other</button>
            <input type="text" aria-label="Name" ref={(field) => field?.focus()} />
          </Dialog>
        )}
      </>
    );
  }
  show(<Opener />);
  const opener = screen.getByRole('button', { name: 'Opener' });
  opener.focus();
  fireEvent.click(opener);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  press('Escape');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('closes by a click outside, unless it opened by itself', () => {
  const { rerender } = show(<Page isFirst />);
  const backdrop = () => dialog('First').previousElementSibling ?? document.body;
  fireEvent.click(backdrop());
  fireEvent.click(dialog('First'));
  expect(onClose.mock.calls).toEqual([['first']]);

  rerender(
    <Dialog isOpen closeOnClickOutside={false} onClose={onClose} title="First">
      A question
    </Dialog>,
  );
  fireEvent.click(backdrop());
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Esc closes the top dialog only, and none under a ring', () => {
  const { rerender } = show(<Page isFirst />);
  rerender(<Page isFirst isSecond />);
  press('Escape');
  rerender(<Page isFirst />);
  press('Escape');
  expect(onClose.mock.calls).toEqual([['second'], ['first']]);

  const endRing = cover(layerElement('ring').appendChild(document.createElement('div')));
  press('Escape');
  act(endRing);
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('stays mounted until its exit transition has ended', async () => {
  let end = () => undefined as void;
  const finished = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { rerender } = show(<Page isFirst />);
  vi.spyOn(Element.prototype, 'getAnimations').mockReturnValue([{ finished } as unknown as Animation]);
  rerender(<Page />);
  expect(dialog('First').parentElement?.dataset.leaving).toBe('true');
  await act(async () => end());
  expect(screen.queryByRole('dialog')).toBeNull();
  vi.restoreAllMocks();
});
