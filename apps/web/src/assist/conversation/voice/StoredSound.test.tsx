import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { inConversation } from '../../../testing/conversation';
import { currentScope } from '../../../platform';
import { createSound, type Playing } from './sound';
import { StoredSound } from './StoredSound';

afterEach(() => void vi.restoreAllMocks());

const sound = currentScope().get(createSound);
afterEach(() => sound.state.setState({ playing: null }));

const luca = testContact({ name: 'Luca Moretti' });

function show(name = 'voice-note-32s.weba', text = name) {
  const message = testMessage(luca, 1, { text, fileName: name });
  render(<StoredSound message={message} name={name} />, { wrapper: inConversation() });
  const play = (change: Partial<Playing>) =>
    act(() => {
      const begun = { id: message.uniqueId, state: 'playing', position: 0, duration: null } as const;
      sound.state.setState({ playing: { ...begun, ...change } });
    });
  return { play, slider: screen.getByRole<HTMLInputElement>('slider') };
}

test.each([
  ['en', 'Voice note, 0:32', 'Play: Voice note, 0:32', 'Pause: Voice note, 0:32', '0:12 of 0:32'],
  ['it', 'Nota vocale, 0:32', 'Riproduci: Nota vocale, 0:32', 'Metti in pausa: Nota vocale, 0:32', '0:12 di 0:32'],
] as const)('a voice note has in «%s» a name, a duration and a position', async (language, name, play, pause, at) => {
  setLanguage(language);
  const shown = show();
  expect(screen.getByRole('group', { name })).toBeDefined();
  expect(screen.getByRole('button', { name: play })).toBeDefined();
  expect(shown.slider.disabled).toBe(true);
  shown.play({ position: 12.4 });
  expect(screen.getByRole('button', { name: pause })).toBeDefined();
  expect(shown.slider.getAttribute('aria-valuetext')).toBe(at);
});

test('the arrow keys seek, not beyond the ends', async () => {
  setLanguage('en');
  const seek = vi.spyOn(sound, 'seek').mockReturnValue();
  const { play, slider } = show();
  play({ position: 12 });
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  play({ position: 31 });
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(seek.mock.calls).toEqual([[14], [10], [32]]);
});

test.each([
  ['failed', 'Unable to download'],
  ['unreadable', 'You can’t open this file (sent before you joined or to other keys).'],
  ['unplayable', 'This browser can’t play it. Download it to listen.'],
  ['notGenuine', /^Not genuine/],
] as const)('a sound that is %s is marked', async (state, words) => {
  setLanguage('en');
  show('pump.mp3').play({ state });
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.getByText('pump.mp3')).toBeDefined();
});

test('the bars show levels and position, and the slider over them seeks', async () => {
  setLanguage('en');
  const seek = vi.spyOn(sound, 'seek').mockReturnValue();
  const { play, slider } = show('voice-note-32s.weba', `voice-note-32s.weba\n${'▁█'.repeat(20)}`);
  const bars = () => [...(slider.parentElement?.querySelectorAll('span') ?? [])];
  expect(bars().map(({ style }) => style.height)).toEqual(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? '0%' : '100%')),
  );
  expect(bars().some((bar) => 'heard' in bar.dataset)).toBe(false);
  play({ position: 8 });
  expect(bars().filter((bar) => 'heard' in bar.dataset)).toHaveLength(10);
  expect([slider.getAttribute('aria-label'), slider.getAttribute('aria-valuetext')]).toEqual([
    'Position: Voice note, 0:32',
    '0:08 of 0:32',
  ]);
  fireEvent.change(slider, { target: { value: '24' } });
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(seek.mock.calls).toEqual([[24], [10]]);
});

test('a note without levels shows a line', async () => {
  setLanguage('en');
  expect(show().slider.parentElement?.querySelectorAll('span[style]')).toHaveLength(0);
});
