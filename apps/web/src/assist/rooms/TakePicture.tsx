import { IconCamera } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { openPart } from '../../ui/feedback/lazy-part';
import { useIsTouch } from '../../shared/use-media';
import { CameraDialog, useCall } from '../calls';
import { texts } from './texts';

interface TakePictureProps {
  /** Called with a picture that was not seen yet. */
  readonly onChosen: (file: File) => void;
  /** Called with a picture that was looked at, to be sent. */
  readonly onTaken: (file: File) => void;
}

/**
 * Takes a picture with the device's camera app if the pointer is a finger, otherwise with the camera dialog, which a call has no camera
 * left for.
 */
export function TakePicture({ onChosen, onTaken }: TakePictureProps) {
  const t = useTexts(texts);
  const isTouch = useIsTouch();
  const input = useRef<HTMLInputElement>(null);
  const { phase } = useCall().view;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  function take() {
    if (isTouch) input.current?.click();
    else if (phase !== 'idle' && phase !== 'closed') showToast(t('cameraInCall'));
    else void openPart(CameraDialog, () => setOpen(true));
  }
  return (
    <>
      {isTouch && <FileInput ref={input} isCamera onFile={onChosen} />}
      <IconButton
        label={t('takePicture')}
        icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={take}
      />
      {isOpen && <CameraDialog onPicture={onTaken} onClose={close} />}
    </>
  );
}
