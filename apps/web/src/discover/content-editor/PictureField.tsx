import { IconCamera, IconCrop, IconPhoto, IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useIsTouch } from '../../shared/use-media';
import { QuietButton, TextButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { FileInput } from '../../ui/controls/FileInput';
import { CameraDialog } from '../../ui/camera/CameraDialog';
import styles from './content-editor.module.css';
import { acceptedTypes } from './model/files';
import { fileIn, type FileValue } from './model/values';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';
import { useChosenPicture } from './use-chosen-picture';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
export const addressOf = (picture: FileValue) => ('url' in picture ? picture.url : picture.data);

interface CameraButtonProps {
  readonly onPicture: (picture: File) => void;
}

/** The camera of the device: that of the system on a phone, a popup elsewhere. */
export function CameraButton({ onPicture }: CameraButtonProps) {
  const t = useTexts(texts);
  const isTouch = useIsTouch();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FileInput ref={input} isCamera onFile={onPicture} />
      <QuietButton icon={<IconCamera {...icon} />} onClick={() => (isTouch ? input.current?.click() : setOpen(true))}>
        {t('takePicture')}
      </QuietButton>
      {isOpen && (
        <CameraDialog
          onClose={() => setOpen(false)}
          onPicture={(picture) => {
            setOpen(false);
            onPicture(picture);
          }}
        />
      )}
    </>
  );
}

/** The picture of a content: from a file or the camera, cropped and turned. */
export function PictureField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picture = fileIn(editor.values, of);
  const { choose, edit, dialog } = useChosenPicture(of, editor, (taken) => editor.setField(of, taken));
  return (
    <div role="group" aria-labelledby={id} className={styles.file} data-wrong={editor.problems[of] ? true : undefined}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <div className={styles.picture}>
        {picture ? (
          <img src={addressOf(picture)} alt={label} />
        ) : (
          <IconPhoto size={40} stroke={1.75} aria-hidden="true" />
        )}
      </div>
      <FileInput ref={input} type={acceptedTypes.picture} onFile={choose} />
      <div className={styles.fileActs}>
        <QuietButton
          icon={<IconPhotoUp {...icon} />}
          aria-describedby={`${id}-problem`}
          onClick={() => input.current?.click()}
        >
          {t('choosePicture')}
        </QuietButton>
        <CameraButton onPicture={choose} />
        {picture && (
          <>
            <QuietButton icon={<IconCrop {...icon} />} onClick={() => edit(picture)}>
              {t('crop')}
            </QuietButton>
            <TextButton
              isDanger
              icon={<IconTrash {...icon} />}
              aria-label={t('removeOf', { field: label })}
              onClick={() => editor.setField(of, null)}
            >
              {t('remove')}
            </TextButton>
          </>
        )}
      </div>
      <ProblemLine id={`${id}-problem`} problem={editor.problems[of] ?? null} say={t} />
      {dialog}
    </div>
  );
}
