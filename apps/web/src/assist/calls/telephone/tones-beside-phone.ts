import type { Tone, Tones } from '@earth/calls';
import { notePluginError } from '../../../platform/native/shell';

/** How long the phone may take to ring. After that the page rings, until the phone does. */
export const PHONE_RINGS_WITHIN_MS = 2_000;

/**
 * The tones of a page in the mobile shell: the phone rings (A4.13), and the page only if it cannot, so that nobody hears two rings. All
 * other tones are the page's.
 * @param ring rejects with a `PluginError` if the phone cannot ring
 */
export function createTonesBesidePhone(own: Tones, ring: () => Promise<void>): Tones {
  let current: symbol | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ringOnce(mine: symbol) {
    // The session tells its listeners of the call after the tone has begun.
    await Promise.resolve();
    let isPlaying = false;
    const play = () => {
      if (current !== mine || isPlaying) return;
      isPlaying = true;
      own.play('ring');
    };
    timer = setTimeout(play, PHONE_RINGS_WITHIN_MS);
    try {
      await ring();
      if (current !== mine) return;
      clearTimeout(timer);
      own.stop();
    } catch (error) {
      play();
      notePluginError(error);
    }
  }

  function stop() {
    current = null;
    clearTimeout(timer);
    own.stop();
  }

  return {
    play(tone: Tone) {
      if (tone !== 'ring') {
        stop();
        own.play(tone);
        return;
      }
      stop();
      const mine = Symbol('ring');
      current = mine;
      void ringOnce(mine);
    },
    stop,
  };
}
