import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useIsTouch } from '../../shared/use-media';
import { useUploads } from '../../shared/use-uploads';
import { CameraDialog } from '../../ui/camera/CameraDialog';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { Uploads } from '../../ui/feedback/Uploads';
import { toBase64 } from '../recognition/model/photograph';
import { editedViewsQuery } from './model/editor-queries';
import styles from './model-editor.module.css';
import { texts } from './texts';

/** D2.66: adds pictures as views, from files, with a phone's camera, or with a webcam. */
export function AddViews({ modelId }: { readonly modelId: string }) {
  const t = useTexts(texts);
  const isTouch = useIsTouch();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isTaking, setTaking] = useState(false);
  const client = useQueryClient();
  const { uploads, add } = useUploads(async (file, sending) => {
    const imageBase64 = await toBase64(file);
    await api.addModelView({ modelUniqueId: modelId, imageBase64 }, sending);
    await client.invalidateQueries({ queryKey: editedViewsQuery(modelId).queryKey });
  });
  return (
    <>
      <Uploads label={t('addView')} uploads={uploads} className={styles.uploads} />
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
