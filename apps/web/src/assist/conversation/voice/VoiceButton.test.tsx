import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { type RecorderState, VoiceRecorder } from './recorder';
import { VoiceButton } from './VoiceButton';

beforeEach(() => setLanguage('en'));
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** The button with a fake recorder. */
function showButton() {
  const recorder = new VoiceRecorder({
    kind: () => null,
    openMicrophone: () => Promise.reject(new Error('not asked for here')),
    record: () => {
      throw new Error('not asked for here');
    },
    listen: () => ({ level: () => 0, close: () => {} }),
    clock: { now: () => 0, setTimeout: () => null, clearTimeout: () => {} },
  });
  const start = vi.spyOn(recorder, 'start').mockResolvedValue();
  const send = vi.spyOn(recorder, 'send').mockReturnValue();
  const at = (state: RecorderState) => (
    <VoiceButton ref={createRef()} recorder={recorder} state={state} onNote={() => {}} />
  );
  const { rerender } = render(at({ type: 'idle' }));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Record a voice note' });
  button.setPointerCapture = () => {};
  start.mockImplementation(async () =>
    rerender(at({ type: 'recording', track: {} as MediaStreamTrack, since: Date.now() })),
  );
  return { button, start, send };
}

/** Presses the button, and releases it `after` ms, `away` px from the press. */
function press(button: HTMLElement, after: number, away = 0) {
  const event = (type: string, clientX: number) =>
    new PointerEvent(type, { button: 0, pointerId: 1, clientX, clientY: 0, bubbles: true });
  fireEvent(button, event('pointerdown', 0));
  vi.setSystemTime(Date.now() + after);
  fireEvent(button, event('pointerup', away));
  fireEvent.click(button, { detail: 1 });
}

test('a tap starts recording, the next one sends', () => {
  const { button, start, send } = showButton();
  press(button, 80);
  expect([start.mock.calls.length, send.mock.calls.length]).toEqual([1, 0]);
  expect(button.getAttribute('aria-label')).toBe('Send the voice note');
  press(button, 80);
  expect([start.mock.calls.length, send.mock.calls.length]).toEqual([1, 1]);
});

test('releasing a held button sends', () => {
  const { button, start, send } = showButton();
  press(button, 5_000);
  expect([start.mock.calls.length, send.mock.calls.length]).toEqual([1, 1]);
});

test('sliding away continues recording', () => {
  const { button, send } = showButton();
  press(button, 5_000, 120);
  expect(send).not.toHaveBeenCalled();
});

test('a key press starts recording, the next one sends', () => {
  const { button, start, send } = showButton();
  fireEvent.click(button, { detail: 0 });
  fireEvent.click(button, { detail: 0 });
  expect([start.mock.calls.length, send.mock.calls.length]).toEqual([1, 1]);
});
