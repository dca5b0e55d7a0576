import { IconCamera } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { hasFrame } from '../../shared/camera/has-frame';
import { RESOLUTION_MAX, resizeTrack } from '../../shared/camera/resolution';
import { useLiveCamera } from '../../shared/camera/use-live-camera';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { CameraButtons } from './CameraControls';
import { CameraView } from './CameraView';
import { FilledButton, QuietButton } from '../controls/Button';
import { Dialog, DialogAnswers } from '../overlay/Dialog';
import styles from './camera-dialog.module.css';
import { texts } from './texts';

interface CameraDialogProps {
  readonly onPicture: (picture: File) => void;
  readonly onClose: () => void;
}

const TYPE = 'image/jpeg';

/** What the camera shows now, as large as it is. */
async function photographOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (!video || !hasFrame(video)) return null;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: video.videoWidth,
    height: video.videoHeight,
  });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return await new Promise((resolve) => {
    canvas.toBlob(resolve, TYPE, 0.92);
  });
}

/** The camera popup: takes a photograph. */
export function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const t = useTexts(texts);
  const live = useLiveCamera(true);
  const video = useRef<HTMLVideoElement>(null);
  const track = live.state.type === 'open' ? live.state.track : null;
  // All that the camera has: a photograph is looked at from near (D9.12).
  useEffect(() => {
    if (track) void resizeTrack(track, RESOLUTION_MAX);
  }, [track]);
  const take = async () => {
    const photograph = await photographOf(video.current);
    if (photograph) onPicture(new File([photograph], 'camera.jpg', { type: TYPE }));
    else showToast(t('photographFailed', { reason: t('noPicture') }));
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('takePhotograph')} width={640} closeOnClickOutside={false}>
      <div className={styles.webcam}>
        <CameraView live={live} video={video} onLeave={onClose}>
          <div className={styles.cameraButtons}>
            <CameraButtons live={live} />
          </div>
        </CameraView>
      </div>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton
          icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
          aria-disabled={live.state.type !== 'open'}
          onClick={() => void take()}
        >
          {t('take')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
