import type { Facing, OpenedMedia } from '@earth/calls';
import { useEffect, useState } from 'react';
import type { CameraGate } from '../adapters/media';
import { useChosen } from './device-choice';

export type Preview =
  | { readonly is: 'opening' }
  /** The browser would ask: first it is said why. */
  | { readonly is: 'unasked' }
  | { readonly is: 'open'; readonly opened: OpenedMedia };

type PreviewMedia = Pick<CameraGate, 'permission' | 'prepare' | 'release'>;

/**
 * The chosen camera and microphone, open as long as somebody looks at them. What is unplugged or chosen anew is opened
 * again, and a call that begins takes them over.
 */
export function usePreview(media: PreviewMedia, facing: Facing) {
  const camera = useChosen('camera');
  const microphone = useChosen('microphone');
  const [preview, setPreview] = useState<Preview>({ is: 'opening' });
  const [isAllowing, setAllowing] = useState(false);
  const [losses, setLosses] = useState(0);
  useEffect(() => {
    let isOver = false;
    const show = (next: Preview) => {
      if (!isOver) setPreview(next);
    };
    async function open() {
      if (!isAllowing && (await media.permission()) === 'prompt') return show({ is: 'unasked' });
      if (isOver) return;
      show({ is: 'opening' });
      const opened = await media.prepare(facing);
      for (const track of [opened.audio, opened.video])
        track?.addEventListener('ended', () => !isOver && setLosses((count) => count + 1));
      show({ is: 'open', opened });
    }
    void open();
    return () => {
      isOver = true;
      media.release();
    };
  }, [media, facing, camera, microphone, isAllowing, losses]);
  return { preview, allow: () => setAllowing(true) };
}
