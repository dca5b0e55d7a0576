import { NOT_GENUINE } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import type { OpenedFile } from '../../../shared/call-queries';
import { SoundPlayer } from './sound';

/** Fake audio element, which fires its events a moment later. */
class TestSpeaker extends EventTarget {
  src = '';
  currentTime = 0;
  duration = Number.POSITIVE_INFINITY;
  refusal: Error | null = null;
  #isPlaying = false;
  async play() {
    if (this.refusal) throw this.refusal;
    this.#isPlaying = true;
    queueMicrotask(() => this.dispatchEvent(new Event('play')));
  }
  pause() {
    if (this.#isPlaying) queueMicrotask(() => this.dispatchEvent(new Event('pause')));
    this.#isPlaying = false;
  }
  removeAttribute() {
    this.src = '';
  }
  goTo(seconds: number) {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
}

function createWorld() {
  const speaker = new TestSpeaker();
  const urls = {
    createObjectURL: (file: Blob | MediaSource) => `blob:${(file as Blob).size}`,
    revokeObjectURL: vi.fn<(url: string) => void>(),
  };
  const player = new SoundPlayer({ createSpeaker: () => speaker, urls });
  const load = vi.fn<() => Promise<OpenedFile>>(async () => new Blob(['words']));
  return { speaker, urls, player, load, playing: () => player.state.getState().playing };
}

test('a sound is downloaded once, played, paused and resumed', async () => {
  const { speaker, player, load, playing } = createWorld();
  await player.toggle('one', load);
  expect(playing()).toEqual({ id: 'one', state: 'playing', position: 0, duration: null });
  speaker.goTo(4);
  await player.toggle('one', load);
  expect(playing()).toMatchObject({ state: 'paused', position: 4 });
  player.seek(9);
  await player.toggle('one', load);
  expect(playing()).toMatchObject({ state: 'playing', position: 9 });
  expect(speaker.currentTime).toBe(9);
  expect(load).toHaveBeenCalledOnce();
});

test('at the end it returns to the beginning', async () => {
  const { speaker, player, load, playing } = createWorld();
  await player.toggle('one', load);
  speaker.goTo(9);
  speaker.pause();
  speaker.dispatchEvent(new Event('ended'));
  await expect.poll(playing).toMatchObject({ state: 'paused', position: 0 });
  expect(speaker.currentTime).toBe(0);
});

test('another sound replaces it, and events of the first are ignored', async () => {
  const { urls, player, load, playing } = createWorld();
  await player.toggle('one', load);
  let come = (_: Blob) => {};
  const second = player.toggle('two', () => new Promise((resolve) => (come = resolve)));
  await Promise.resolve();
  expect(playing()).toMatchObject({ id: 'two', state: 'loading' });
  come(new Blob(['more words']));
  await second;
  expect(playing()).toMatchObject({ id: 'two', state: 'playing' });
  expect(urls.revokeObjectURL.mock.calls).toEqual([['blob:5']]);
});

test('a sound that is loaded after another was started is not played', async () => {
  const { speaker, player, load, playing } = createWorld();
  let come = (_: Blob) => {};
  const first = player.toggle('one', () => new Promise((resolve) => (come = resolve)));
  await player.toggle('two', load);
  come(new Blob(['too late']));
  await first;
  expect(playing()?.id).toBe('two');
  expect(speaker.src).toBe('blob:5');
});

test.each<[string, () => Promise<OpenedFile>, string]>([
  ['does not come', () => Promise.reject(new Error('away')), 'failed'],
  ['was not sealed for the reader', async () => null, 'unreadable'],
  ['is not its message’s', async () => NOT_GENUINE, 'notGenuine'],
])('a sound that %s is reported, not played, and can be retried', async (_, fail, state) => {
  const { speaker, player, load, playing } = createWorld();
  await player.toggle('one', fail);
  expect(playing()?.state).toBe(state);
  expect(speaker.src).toBe('');
  await player.toggle('one', load);
  expect(playing()?.state).toBe('playing');
});

test.each([
  ['NotSupportedError', 'unplayable'],
  ['NotAllowedError', 'paused'],
])('if the browser rejects with %s, it is %s', async (name, state) => {
  const { speaker, player, load, playing } = createWorld();
  speaker.refusal = Object.assign(new Error('no'), { name });
  await player.toggle('one', load);
  expect(playing()?.state).toBe(state);
  speaker.refusal = null;
  await player.toggle('one', load);
  expect(playing()?.state).toBe('playing');
});
