import { IconCamera, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useIsTouch } from '../../shared/use-media';
import { CameraDialog } from '../../ui/camera/CameraDialog';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { Progress } from '../../ui/feedback/Progress';
import styles from './model-editor.module.css';
import { texts } from './texts';
import { type Upload, useUploads } from './use-uploads';

function Row({ upload: { name, share, problem, cancel } }: { readonly upload: Upload }) {
  const t = useTexts(texts);
  return (
    <li className={styles.upload}>
      {problem === null ? (
        <span className={styles.grow}>
          <span role="status">{t('adding', { name })}</span>
          <Progress label={t('adding', { name })} value={share} />
        </span>
      ) : (
        <span role="alert" className={styles.grow}>
          {t('notAdded', { name, why: problem || t('noAnswer') })}
        </span>
      )}
      <IconButton
        label={problem === null ? t('cancelAdding', { name }) : t('close')}
        icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
        onClick={cancel}
      />
    </li>
  );
}

/** D2.66: adds pictures as views, from files, with a phone's camera, or with a webcam. */
export function AddViews({ modelId }: { readonly modelId: string }) {
  const t = useTexts(texts);
  const isTouch = useIsTouch();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isTaking, setTaking] = useState(false);
  const { uploads, add } = useUploads(modelId);
  return (
    <>
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label={t('addView')}>
          {uploads.map((upload) => (
            <Row key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      <FileInput ref={files} onFile={add} />
      {isTouch && <FileInput ref={camera} onFile={add} isCamera />}
      <IconButton
        isField
        isQuiet
        label={t('fromCamera')}
        icon={<IconCamera size={24} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={() => (isTouch ? camera.current?.click() : setTaking(true))}
      />
      {isTaking && (
        <CameraDialog
          onPicture={(picture) => {
            setTaking(false);
            add(picture);
          }}
          onClose={() => setTaking(false)}
        />
      )}
      <IconButton
        isField
        isFilled
        label={t('fromFiles')}
        icon={<IconPhotoPlus size={24} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={() => files.current?.click()}
      />
    </>
  );
}
