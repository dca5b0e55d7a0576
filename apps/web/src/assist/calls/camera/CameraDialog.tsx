import { IconCamera } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readChosen, useMe } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { useLiveCamera } from '../../../shared/camera/use-live-camera';
import { formatFileDate } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { CameraButtons } from '../../../ui/camera/CameraControls';
import { CameraView } from '../../../ui/camera/CameraView';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { BlobImage } from '../../../ui/pictures/BlobImage';
import { getPageMedia } from '../adapters/media';
import { useCall } from '../model/call-session';
import { firstFacing } from '../model/first-facing';
import { texts as callTexts } from '../texts';
import styles from './camera.module.css';
import { texts } from './texts';

interface CameraDialogProps {
  readonly onPicture: (file: File) => void;
  readonly onClose: () => void;
}

/** As large as the camera can. Rejects if it fails. */
async function takePicture(track: MediaStreamTrack): Promise<Blob> {
  const media = getPageMedia();
  const photo = await media.photograph(track).catch(() => null);
  return photo ?? media.capture(track);
}

/** The camera that was chosen for calls, or else the one that faces as in a call. */
function useCallCamera(isOn: boolean) {
  const facing = firstFacing(useMe());
  const live = useLiveCamera(isOn, { facing, readLens: () => readChosen('camera'), writeLens: () => undefined });
  const track = live.state.type === 'open' ? live.state.track : null;
  return { live, track, isMirrored: (track?.getSettings().facingMode ?? facing) === 'user' };
}

function Taking({ onPicture, onClose, isAllowed }: CameraDialogProps & { readonly isAllowed: boolean }) {
  const t = useTexts(texts);
  const say = useTexts(callTexts);
  const [isOn, setOn] = useState(isAllowed);
  const { live, track, isMirrored } = useCallCamera(isOn);
  const video = useRef<HTMLVideoElement>(null);
  const taking = useMutation({ mutationFn: takePicture, networkMode: 'always' });
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
        {!isOn && <p className={styles.why}>{t('why')}</p>}
        {isOn && !picture && (
          <CameraView live={live} video={video} isMirrored={isMirrored} onLeave={onClose}>
            <div className={styles.buttons}>
              <CameraButtons live={live} />
            </div>
          </CameraView>
        )}
        {picture && (
          <BlobImage blob={picture} alt={t('taken')} className={styles.taken} onBroken={() => taking.reset()} />
        )}
      </div>
      <p role="status" className={styles.trouble}>
        {isPending && t('taking')}
        {taking.isError && t('notTaken')}
      </p>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{say('cancel')}</QuietButton>
        {picture && <QuietButton onClick={() => taking.reset()}>{t('another')}</QuietButton>}
        {picture && <FilledButton onClick={() => send(picture)}>{t('send')}</FilledButton>}
        {!isOn && <FilledButton onClick={() => setOn(true)}>{say('allowCamera')}</FilledButton>}
        {track && !picture && (
          <FilledButton
            icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
            aria-disabled={isPending}
            onClick={() => isPending || taking.mutate(track)}
          >
            {t('take')}
          </FilledButton>
        )}
      </DialogAnswers>
    </>
  );
}

/** The browser asks for the camera only after the user has read why. Null: not known yet. */
function usePermission() {
  const [permission, setPermission] = useState<PermissionState | null>(null);
  useEffect(() => {
    void getPageMedia().permission().then(setPermission);
  }, []);
  return permission;
}

/** Takes a picture with this device's camera, which the user reviews before it is sent. A call that begins gets the camera. */
export function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const t = useTexts(texts);
  const { phase } = useCall().view;
  const permission = usePermission();
  const isCalling = phase !== 'idle' && phase !== 'closed';
  useEffect(() => {
    if (isCalling) onClose();
  }, [isCalling, onClose]);
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} width={560}>
      {!isCalling && permission && (
        <Taking onPicture={onPicture} onClose={onClose} isAllowed={permission !== 'prompt'} />
      )}
    </Dialog>
  );
}
