import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Modal } from './Modal';
import { Tip } from './Tip';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function renderTip() {
  render(
    <Tip words="Turn the sound off" keyName="M">
      <button type="button">Sound</button>
    </Tip>,
  );
  return screen.getByRole('button', { name: 'Sound' });
}

const tooltip = () => screen.queryByRole('tooltip');
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('shows the tooltip after hovering for a moment, without changing the control', () => {
  const button = renderTip();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  wait(299);
  expect(tooltip()).toBeNull();
  wait(1);
  expect(tooltip()?.textContent).toBe('Turn the sound offM');
  expect(button.getAttribute('aria-describedby')).toBe(tooltip()?.id);
  expect(screen.getByRole('button')).toBe(button);
  fireEvent.pointerLeave(button);
  expect(tooltip()).toBeNull();
  expect(button.hasAttribute('aria-describedby')).toBe(false);
});

test('shows none for a pointer passing over, after Escape, or on touch', () => {
  const button = renderTip();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  fireEvent.pointerLeave(button);
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.pointerLeave(button);
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  wait(1000);
  expect(tooltip()).toBeNull();
});

test('shows it at once on keyboard focus, until blur or Escape', () => {
  const button = renderTip();
  vi.spyOn(button, 'matches').mockImplementation((selector) => selector === ':focus-visible');
  fireEvent.focus(button);
  expect(tooltip()).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(tooltip()).toBeNull();
  fireEvent.focus(button);
  fireEvent.blur(button);
  expect(tooltip()).toBeNull();
});

test('shows none when an overlay that opens gives the focus to its first control', () => {
  const { matches } = HTMLElement.prototype;
  vi.spyOn(HTMLElement.prototype, 'matches').mockImplementation(function matchesOrFocused(this: Element, selector) {
    return selector === ':focus-visible' || matches.call(this, selector);
  });
  render(
    <Modal isOpen onClose={() => undefined} kind="popup" shape="screen" aria-label="Camera">
      <Tip words="Close">
        <button type="button">Leave</button>
      </Tip>
    </Modal>,
  );
  const button = screen.getByRole('button', { name: 'Leave' });
  expect(document.activeElement).toBe(button);
  expect(tooltip()).toBeNull();
  act(() => button.blur());
  act(() => button.focus());
  expect(tooltip()).not.toBeNull();
});

test('follows its control while the page scrolls,', () => {
  const button = renderTip();
  const at = (top: number) => vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(200, top, 40, 40));
  at(100);
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  wait(300);
  const place = () => tooltip()?.style.translate;
  expect(place()).toBe('220px 145px');
  at(60);
  fireEvent.scroll(document);
  expect(place()).toBe('220px 105px');
});
