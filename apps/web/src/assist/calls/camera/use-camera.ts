import type { Facing, Media, MediaProblem } from '@earth/calls';
import { useEffect, useState } from 'react';
import type { CameraGate } from '../adapters/media';

/** The state of the camera while the dialog is open. */
export type Camera =
  | { readonly type: 'opening' }
  /** The browser would ask: the dialog explains why first. */
  | { readonly type: 'unasked' }
  | { readonly type: 'asking' }
  | { readonly type: MediaProblem }
  | { readonly type: 'open'; readonly track: MediaStreamTrack; readonly facing: Facing };

export type CameraMedia = Pick<Media, 'open' | 'photograph' | 'capture'> & Pick<CameraGate, 'permission'>;

/** Opens the camera while the dialog is mounted, but only after the user has read why the browser asks. */
export function useCamera(media: CameraMedia, facing: Facing) {
  const [camera, setCamera] = useState<Camera>({ type: 'opening' });
  /** Counts the user's requests to open it. */
  const [wish, setWish] = useState(0);
  useEffect(() => {
    let isOver = false;
    let track: MediaStreamTrack | null = null;
    const show = (next: Camera) => {
      if (!isOver) setCamera(next);
    };
    async function open() {
      const permission = await media.permission();
      if (isOver) return;
      if (wish === 0 && permission !== 'granted')
        return show({ type: permission === 'denied' ? 'refused' : 'unasked' });
      show({ type: permission === 'granted' ? 'opening' : 'asking' });
      const opened = await media.open({ audio: false, video: true, facing, isTurned: false });
      track = opened.video;
      if (isOver) return track?.stop();
      if (!track) return show({ type: opened.cameraProblem ?? 'failed' });
      // Unplugged, or taken away by the system.
      track.addEventListener('ended', () => show({ type: 'failed' }));
      show({ type: 'open', track, facing: opened.facing });
    }
    void open();
    return () => {
      isOver = true;
      track?.stop();
    };
  }, [media, facing, wish]);
  return { camera, allow: () => setWish(wish + 1) };
}

/** Takes a picture as large as the camera can. Rejects if it fails. */
export async function takePicture(media: CameraMedia, track: MediaStreamTrack): Promise<Blob> {
  const photo = await media.photograph(track).catch(() => null);
  return photo ?? media.capture(track);
}
