import { type RefObject, useEffect, useState } from 'react';
import { hasFrame } from '../../../shared/camera/has-frame';
import { squareIn } from '../model/crop';
import { type Bounds, fitInto } from '../model/photograph';
import type { RecognitionThread } from '../offline/recognition-thread';

/** How often the camera's picture is measured. */
const SAMPLE_MS = 300;

interface Seen {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly mask: RefObject<HTMLElement | null>;
  /** Of photographs: the picture is measured in their size, because a smaller one is sharper. */
  readonly bounds: Bounds;
}

async function measure(thread: RecognitionThread, { video, mask, bounds }: Seen): Promise<number | null> {
  const [picture, frame] = [video.current, mask.current];
  if (!picture || !frame || !hasFrame(picture)) return null;
  const { x, y, side } = squareIn(
    { width: picture.videoWidth, height: picture.videoHeight },
    picture.getBoundingClientRect(),
    frame.getBoundingClientRect(),
  );
  const size = fitInto(side, side, bounds);
  const resize = { resizeWidth: size.width, resizeHeight: size.height };
  const sample = await createImageBitmap(picture, x, y, side, side, resize);
  return thread.run({ type: 'sharpness', picture: sample }, [sample]);
}

/** How sharp the picture in the mask is, a few times a second; null: there is none. */
export function useSharpness(thread: RecognitionThread, seen: Seen, isOn: boolean): number | null {
  const { video, mask } = seen;
  const { width, height } = seen.bounds;
  const [sharpness, setSharpness] = useState<number | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      measure(thread, { video, mask, bounds: { width, height } })
        .then(setSharpness)
        // The picture was lost meanwhile, or the worker has ended.
        .catch(() => setSharpness(null))
        .finally(() => {
          isBusy = false;
        });
    }, SAMPLE_MS);
    return () => {
      clearInterval(timer);
      setSharpness(null);
    };
  }, [thread, video, mask, width, height, isOn]);
  return sharpness;
}
