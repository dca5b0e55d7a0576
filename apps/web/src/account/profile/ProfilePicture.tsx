import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useProfilePicture } from '../../shared/profile-pictures';
import { showToast } from '../../shared/toast';
import { useMe } from '../../platform';
import { readAsDataUrl } from '../../platform/data-url';
import { ApiError } from '../../platform/http/api-error';
import { useScope } from '../../platform/session/scope-context';
import { LineButton } from '../../ui/controls/Button';
import { FileInput } from '../../ui/controls/FileInput';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** With its library, only loaded when a picture is chosen. */
const CropDialog = lazyPart(() => import('../../ui/crop/CropDialog'), 'CropDialog');

/** Twice the largest avatar, for dense screens, and more for larger ones to come. */
const SIDE = 256;

/** The user's profile picture, which is cropped, made smaller and sealed on this device. */
export function ProfilePicture() {
  const t = useTexts(texts);
  const scope = useScope();
  const picture = useProfilePicture(useMe().uniqueId);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  const change = useMutation({
    async mutationFn(file: Blob | null) {
      const { changePicture } = await import('./model/change-picture');
      await changePicture(scope, file && (await readAsDataUrl(file)));
    },
    onSuccess(_, file) {
      showToast(t(file ? 'pictureSaved' : 'pictureRemoved'));
      // The pressed button is gone.
      if (!file) chooser.current?.focus();
    },
    onError: (error) => showToast(error instanceof ApiError ? error.message : t('pictureFailed')),
  });
  const close = () => setChosen(null);
  // Both stay enabled meanwhile: a disabled button loses the focus.
  const choose = () => {
    if (!change.isPending) input.current?.click();
  };
  const remove = () => {
    if (!change.isPending) change.mutate(null);
  };
  const size = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Group title={t('picture')} line={t(picture === null ? 'pictureLocked' : 'pictureLine')}>
      <FileInput
        ref={input}
        type="image/jpeg,image/png,image/webp"
        onFile={(file) => setChosen(URL.createObjectURL(file))}
      />
      <div className={styles.acts}>
        <LineButton ref={chooser} icon={<IconUpload {...size} />} aria-disabled={change.isPending} onClick={choose}>
          {t(picture === undefined ? 'pictureChoose' : 'pictureReplace')}
        </LineButton>
        {picture !== undefined && (
          <LineButton isDanger icon={<IconTrash {...size} />} aria-disabled={change.isPending} onClick={remove}>
            {t('pictureRemove')}
          </LineButton>
        )}
      </div>
      {chosen && (
        <CropDialog
          picture={chosen}
          type="image/jpeg"
          roundSide={SIDE}
          onCropped={(cropped: Blob) => {
            change.mutate(cropped);
            close();
          }}
          onFailed={() => {
            showToast(t('pictureUnreadable'));
            close();
          }}
          onClose={close}
        />
      )}
    </Group>
  );
}
