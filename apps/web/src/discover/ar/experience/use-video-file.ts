import { useEffect, useRef, useState } from 'react';
import { keepMedia, keptMedia } from '../model/media-files';

export interface VideoFile {
  /** Null: not known yet. */
  readonly address: string | null;
  /** Called when the video can play to its end: it then stays on the device. */
  readonly keep: () => void;
}

/** A video from the device, or else streamed from its address, so that it starts before all of it is there. */
export function useVideoFile(url: string): VideoFile {
  const [found, setFound] = useState<{ readonly url: string; readonly address: string } | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    let own: string | null = null;
    const use = (bytes: ArrayBuffer | null) => {
      if (left.signal.aborted) return;
      own = bytes && URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
      setFound({ url, address: own ?? url });
    };
    keptMedia(url).then(use, () => use(null));
    return () => {
      left.abort();
      if (own !== null) URL.revokeObjectURL(own);
    };
  }, [url]);
  const keep = () => {
    const signal = leaving.current?.signal;
    if (signal) keepMedia(url, signal).catch(() => undefined);
  };
  return { address: found?.url === url ? found.address : null, keep };
}
