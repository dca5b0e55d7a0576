import { type ReactNode, type RefObject, useEffect } from 'react';
import { hasFrame } from '../../shared/camera/has-frame';
import type { CameraInUse } from '../../shared/camera/use-live-camera';
import { useTexts } from '../../shared/i18n';
import { FilledButton } from '../controls/Button';
import { lazyPart } from '../feedback/lazy-part';
import styles from './camera.module.css';
import { texts } from './texts';

/** Most users allow the camera. */
const Refused = lazyPart(() => import('./RefusedDialog'), 'RefusedDialog');

interface CameraViewProps {
  readonly live: CameraInUse;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** Shows the last frame, and no further one. Before the first frame it does nothing. */
  readonly isFrozen?: boolean;
  /** Like a mirror, for a camera that faces the user. */
  readonly isMirrored?: boolean;
  /** Says what a refused permission prevents; default: that the camera is blocked. */
  readonly refusedLine?: string | undefined;
  /** The user gives up after a refused permission. */
  readonly onLeave: () => void;
  /** What lies over the picture. */
  readonly children?: ReactNode;
}

type AbsenceProps = Pick<CameraViewProps, 'live' | 'refusedLine' | 'onLeave'>;

/** What is shown while there is no picture. */
function Absence(props: AbsenceProps) {
  const t = useTexts(texts);
  const { state, camera } = props.live;
  switch (state.type) {
    case 'open':
      return null;
    case 'closed':
    case 'opening':
      return (
        <p role="status" className={styles.absence}>
          {t('opening')}
        </p>
      );
    case 'refused':
      return (
        <Refused line={props.refusedLine ?? t('refused')} onLeave={props.onLeave} onRetry={() => void camera.open()} />
      );
    case 'missing':
    case 'failed':
    case 'interrupted':
      return (
        <div role="alert" className={styles.absence}>
          <p>{t(state.type)}</p>
          {state.type === 'interrupted' && <p className={styles.line}>{t('interruptedLine')}</p>}
          <FilledButton onClick={() => void camera.open()}>
            {t(state.type === 'interrupted' ? 'goOn' : 'tryAgain')}
          </FilledButton>
        </div>
      );
  }
}

/** @returns a function that ends it */
function show(video: HTMLVideoElement, stream: MediaStream) {
  Object.assign(video, { srcObject: stream });
  // Rejects if the stream ends before it plays.
  video.play().catch(() => undefined);
  return () => void Object.assign(video, { srcObject: null });
}

/** The picture of the camera, filling its box, and what lies over it. */
export function CameraView({ video, isFrozen = false, isMirrored = false, children, ...absence }: CameraViewProps) {
  const { live } = absence;
  const t = useTexts(texts);
  const track = live.state.type === 'open' ? live.state.track : null;
  useEffect(() => {
    const element = video.current;
    if (!element || !track) return undefined;
    return show(element, new MediaStream([track]));
  }, [track, video]);
  useEffect(() => {
    const element = video.current;
    if (!element || !track) return;
    if (!isFrozen) element.play().catch(() => undefined);
    // Paused earlier, it would never show its first frame.
    else if (hasFrame(element)) element.pause();
  }, [isFrozen, track, video]);
  return (
    <div className={styles.view}>
      <video
        ref={video}
        className={styles.video}
        data-mirrored={isMirrored || undefined}
        muted
        playsInline
        aria-label={t('picture')}
      />
      {track && children}
      <Absence {...absence} />
    </div>
  );
}
