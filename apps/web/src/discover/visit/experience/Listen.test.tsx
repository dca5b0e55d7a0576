import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Listen } from './Listen';

afterEach(() => vi.restoreAllMocks());

test('plays and pauses the sound of a point, and shows what is left of it', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { container } = render(<Listen url="/media/1/bell.mp3" title="The bell" />);
  const audio = container.querySelector('audio');
  if (!audio) throw new Error('no sound');
  Object.defineProperties(audio, { duration: { value: 72.4 }, currentTime: { value: 0, writable: true } });
  fireEvent.loadedMetadata(audio);
  expect(screen.getByText('1:13')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Listen to The bell' }));
  expect(play).toHaveBeenCalledOnce();
  fireEvent.play(audio);
  audio.currentTime = 60;
  fireEvent.timeUpdate(audio);
  expect(screen.getByText('0:13')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Pause The bell' }));
  expect(pause).toHaveBeenCalledOnce();
  fireEvent.ended(audio);
  expect(screen.getByRole('button', { name: 'Listen to The bell' })).toBeTruthy();
});
