import { type RefObject, useEffect } from 'react';

/**
 * Plays an element of the page again after the browser has paused it by itself: an iPhone does for a telephone call, or in the
 * background, and leaves the last picture standing. Again when the page comes back, because a hidden one may be refused.
 */
export function usePlaying(element: RefObject<HTMLMediaElement | null>) {
  useEffect(() => {
    const media = element.current;
    if (!media) return undefined;
    const play = () => {
      // The browser pauses one whose stream has ended too.
      const isLive = media.srcObject instanceof MediaStream && media.srcObject.active;
      if (isLive && media.paused) media.play().catch(() => undefined);
    };
    media.addEventListener('pause', play);
    document.addEventListener('visibilitychange', play);
    return () => {
      media.removeEventListener('pause', play);
      document.removeEventListener('visibilitychange', play);
    };
  }, [element]);
}
