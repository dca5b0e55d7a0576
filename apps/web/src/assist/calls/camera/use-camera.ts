import type { Facing, Media, MediaProblem } from '@earth/calls';
import { useEffect, useState } from 'react';
import type { CameraGate } from '../adapters/media';

/** A camera while somebody means to take a picture with it. */
export type Camera =
  | { readonly is: 'opening' }
  /** The browser would ask: first it is said why. */
  | { readonly is: 'unasked' }
  | { readonly is: 'asking' }
  | { readonly is: MediaProblem }
  | { readonly is: 'open'; readonly track: MediaStreamTrack; readonly facing: Facing };

export type CameraMedia = Pick<Media, 'open' | 'photograph' | 'capture'> & Pick<CameraGate, 'permission'>;

/** Open as long as somebody looks, and not before they have read why the browser asks. */
export function useCamera(media: CameraMedia, facing: Facing) {
  const [camera, setCamera] = useState<Camera>({ is: 'opening' });
  /** Counts how often the person has wished for it. */
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
      if (wish === 0 && permission !== 'granted') return show({ is: permission === 'denied' ? 'refused' : 'unasked' });
      show({ is: permission === 'granted' ? 'opening' : 'asking' });
      const opened = await media.open({ audio: false, video: true, facing, isTurned: false });
      track = opened.video;
      if (isOver) return track?.stop();
      if (!track) return show({ is: opened.cameraProblem ?? 'failed' });
      // Unplugged, or taken by the system.
      track.addEventListener('ended', () => show({ is: 'failed' }));
      show({ is: 'open', track, facing: opened.facing });
    }
    void open();
    return () => {
      isOver = true;
      track?.stop();
    };
  }, [media, facing, wish]);
  return { camera, allow: () => setWish(wish + 1) };
}

/** As large as the camera gives it; rejects where it gives none. */
export async function takePicture(media: CameraMedia, track: MediaStreamTrack): Promise<Blob> {
  const photo = await media.photograph(track).catch(() => null);
  return photo ?? media.capture(track);
}
