import type { Facing, OpenedMedia } from '@earth/calls';
import { READY_WAIT_MS } from '@earth/contracts';
import { useEffect, useState } from 'react';
import type { CameraGate } from '../adapters/media';
import { useChosen } from './device-choice';

export type Preview =
  | { readonly is: 'opening' }
  /** The browser would ask: first it is said why. */
  | { readonly is: 'unasked' }
  | { readonly is: 'open'; readonly opened: OpenedMedia };

type PreviewMedia = Pick<CameraGate, 'permission' | 'prepare' | 'release'>;

/** Devices that are not ready in time have failed (Assist 9). */
const notReady = (facing: Facing): OpenedMedia => ({
  audio: null,
  video: null,
  facing,
  canFlip: false,
  cameraProblem: 'failed',
  microphoneProblem: 'failed',
});

/**
 * The chosen camera and microphone, open as long as somebody looks at them. What is unplugged or chosen anew is opened
 * again, and a call that begins takes them over.
 */
export function usePreview(media: PreviewMedia, facing: Facing) {
  const camera = useChosen('camera');
  const microphone = useChosen('microphone');
  const [preview, setPreview] = useState<Preview>({ is: 'opening' });
  const [isAllowing, setAllowing] = useState(false);
  const [openings, setOpenings] = useState(1);
  const openAgain = () => setOpenings((count) => count + 1);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Preview) => {
      if (!isOver) setPreview(next);
    };
    async function open() {
      if (!isAllowing && (await media.permission()) === 'prompt') return show({ is: 'unasked' });
      if (isOver) return;
      show({ is: 'opening' });
      // What comes later than that is shown all the same.
      timer = setTimeout(() => show({ is: 'open', opened: notReady(facing) }), READY_WAIT_MS);
      const opened = await media.prepare(facing);
      clearTimeout(timer);
      for (const track of [opened.audio, opened.video]) track?.addEventListener('ended', () => !isOver && openAgain());
      show({ is: 'open', opened });
    }
    void open();
    return () => {
      isOver = true;
      clearTimeout(timer);
      media.release();
    };
  }, [media, facing, camera, microphone, isAllowing, openings]);
  return { preview, allow: () => setAllowing(true), openAgain };
}
