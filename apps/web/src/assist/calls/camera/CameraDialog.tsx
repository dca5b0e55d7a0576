import type { MediaProblem } from '@earth/calls';
import { IconCamera } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { formatFileDate } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { useMe } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { BlobImage } from '../../../ui/pictures/BlobImage';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { getPageMedia } from '../adapters/media';
import { useCall } from '../model/call-session';
import { firstFacing } from '../model/first-facing';
import { AllowSteps } from '../../../ui/camera/AllowSteps';
import { StreamVideo } from '../parts/StreamVideo';
import { type CallText, texts as callTexts } from '../texts';
import styles from './camera.module.css';
import { texts } from './texts';
import { type Camera, takePicture, useCamera } from './use-camera';

const problemWords: Readonly<Record<MediaProblem, CallText>> = {
  refused: 'cameraBlocked',
  missing: 'noCamera',
  failed: 'cameraFailed',
};

const isProblem = (camera: Camera): camera is { readonly type: MediaProblem } => camera.type in problemWords;

/** The text in place of the picture while there is none. */
function Absence({ camera }: { readonly camera: Camera }) {
  const t = useTexts(texts);
  const say = useTexts(callTexts);
  if (camera.type === 'open') return null;
  if (camera.type === 'unasked') return t('why');
  if (isProblem(camera)) return say(problemWords[camera.type]);
  return say(camera.type === 'asking' ? 'asking' : 'previewOpens');
}

function Live({ camera }: { readonly camera: Extract<Camera, { type: 'open' }> }) {
  const t = useTexts(texts);
  const stream = useMemo(() => new MediaStream([camera.track]), [camera.track]);
  return (
    <StreamVideo
      stream={stream}
      testId="preview-video"
      label={t('shows')}
      fit="cover"
      isMirrored={camera.facing === 'user'}
    />
  );
}

interface CameraDialogProps {
  readonly onPicture: (file: File) => void;
  readonly onClose: () => void;
}

function Taking({ onPicture, onClose }: CameraDialogProps) {
  const t = useTexts(texts);
  const say = useTexts(callTexts);
  const media = getPageMedia();
  const { camera, allow } = useCamera(media, firstFacing(useMe()));
  const taking = useMutation({
    mutationFn: (track: MediaStreamTrack) => takePicture(media, track),
    networkMode: 'always',
  });
  const { data: picture, isPending } = taking;
  function send(taken: Blob) {
    const now = new Date(pageClock.now());
    const time = now.toTimeString().slice(0, 8).replaceAll(':', '-');
    onPicture(new File([taken], t('pictureFile', { date: formatFileDate(now), time }), { type: 'image/jpeg' }));
    onClose();
  }
  return (
    <>
      <div className={styles.preview}>
        <p role="status">
          <Absence camera={camera} />
        </p>
        {camera.type === 'open' && <Live camera={camera} />}
        {picture && (
          <BlobImage blob={picture} alt={t('taken')} className={styles.taken} onBroken={() => taking.reset()} />
        )}
      </div>
      {camera.type === 'refused' && <AllowSteps />}
      <p role="status" className={styles.trouble}>
        {isPending && t('taking')}
        {taking.isError && t('notTaken')}
      </p>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{say('cancel')}</QuietButton>
        {picture && <QuietButton onClick={() => taking.reset()}>{t('another')}</QuietButton>}
        {picture && <FilledButton onClick={() => send(picture)}>{t('send')}</FilledButton>}
        {camera.type === 'unasked' && <FilledButton onClick={allow}>{say('allowCamera')}</FilledButton>}
        {isProblem(camera) && !picture && <FilledButton onClick={allow}>{say('tryAgain')}</FilledButton>}
        {camera.type === 'open' && !picture && (
          <FilledButton
            icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
            aria-disabled={isPending}
            onClick={() => isPending || taking.mutate(camera.track)}
          >
            {t('take')}
          </FilledButton>
        )}
      </DialogAnswers>
    </>
  );
}

/** Takes a picture with this device's camera, which the user reviews before it is sent. A call that begins gets the camera. */
export function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const t = useTexts(texts);
  const { phase } = useCall().view;
  const isCalling = phase !== 'idle' && phase !== 'closed';
  useEffect(() => {
    if (isCalling) onClose();
  }, [isCalling, onClose]);
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} width={560}>
      {!isCalling && <Taking onPicture={onPicture} onClose={onClose} />}
    </Dialog>
  );
}
