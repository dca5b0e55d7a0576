import type { Facing, OpenedMedia } from '@earth/calls';
import { READY_WAIT_MS } from '@earth/contracts';
import { useEffect, useState } from 'react';
import type { CameraGate } from '../adapters/media';
import { useChosen } from './device-choice';

export type Preview =
  | { readonly type: 'opening' }
  /** The browser would ask: the dialog explains why first. */
  | { readonly type: 'unasked' }
  | { readonly type: 'open'; readonly opened: OpenedMedia };

type PreviewMedia = Pick<CameraGate, 'permission' | 'prepare' | 'release'>;

/** Why it is opened: `lost` are the labels of tracks that have just ended by themselves, with these devices chosen. */
interface Opening {
  readonly camera: string | null;
  readonly microphone: string | null;
  readonly lost: { readonly audio?: string; readonly video?: string };
}

const problemOf = { audio: 'microphoneProblem', video: 'cameraProblem' } as const;

/** Devices that are not ready in time count as failed (A9.14). */
const notReady = (facing: Facing): OpenedMedia => ({
  audio: null,
  video: null,
  facing,
  canFlip: false,
  cameraProblem: 'failed',
  microphoneProblem: 'failed',
});

/**
 * Opens the chosen camera and microphone while the preview is mounted. An unplugged or newly chosen device is opened again,
 * and a call that begins gets the devices.
 */
export function usePreview(media: PreviewMedia, facing: Facing) {
  const camera = useChosen('camera');
  const microphone = useChosen('microphone');
  const [preview, setPreview] = useState<Preview>({ type: 'opening' });
  const [isAllowing, setAllowing] = useState(false);
  const [opening, setOpening] = useState<Opening>({ camera, microphone, lost: {} });
  const openAgain = () => setOpening({ ...opening, lost: {} });
  if (opening.camera !== camera || opening.microphone !== microphone) setOpening({ camera, microphone, lost: {} });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { lost } = opening;
    const show = (next: Preview) => {
      if (!isOver) setPreview(next);
    };
    /** Opens again. But a device that replaced itself and ends again is broken, not unplugged. */
    function watch(opened: OpenedMedia) {
      for (const kind of ['audio', 'video'] as const)
        opened[kind]?.addEventListener('ended', ({ currentTarget }) => {
          const { label } = currentTarget as MediaStreamTrack;
          if (isOver) return;
          if (label !== lost[kind]) return setOpening({ ...opening, lost: { ...lost, [kind]: label } });
          setPreview((shown) =>
            shown.type === 'open'
              ? { type: 'open', opened: { ...shown.opened, [kind]: null, [problemOf[kind]]: 'failed' } }
              : shown,
          );
        });
    }
    async function open() {
      if (!isAllowing && (await media.permission()) === 'prompt') return show({ type: 'unasked' });
      if (isOver) return;
      show({ type: 'opening' });
      // Devices that become ready later are still shown.
      timer = setTimeout(() => show({ type: 'open', opened: notReady(facing) }), READY_WAIT_MS);
      const opened = await media.prepare(facing);
      clearTimeout(timer);
      watch(opened);
      show({ type: 'open', opened });
    }
    void open();
    return () => {
      isOver = true;
      clearTimeout(timer);
      media.release();
    };
  }, [media, facing, isAllowing, opening]);
  return { preview, allow: () => setAllowing(true), openAgain };
}
