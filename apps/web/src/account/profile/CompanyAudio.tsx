import { UNAVAILABLE_AUDIO_BYTES_MAX } from '@earth/contracts';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import { api, session, useMe } from '../../platform';
import { readAsDataUrl } from '../../platform/data-url';
import { pathAtServer } from '../../platform/server-address';
import { LineButton } from '../../ui/controls/Button';
import { FileInput } from '../../ui/controls/FileInput';
import { showToast } from '../../shared/toast';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** For admins: the audio that callers hear when the called person is unavailable. */
export function CompanyAudio() {
  const t = useTexts(texts);
  const { id, unavailableAudioUrl: url } = useMe().company;
  const isHere = url !== null && pathAtServer(url).startsWith('/');
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    async mutationFn(file: Blob | null) {
      if (file) await api.setUnavailableAudio({ id, audioBase64: await readAsDataUrl(file) });
      else await api.removeUnavailableAudio({ id });
      await session.renewProfile();
    },
    onError: (error) => showToast(error.message),
  });
  const upload = (file: File) =>
    file.size > UNAVAILABLE_AUDIO_BYTES_MAX ? showToast(t('audioTooLarge')) : change.mutate(file);
  const size = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Group title={t('companyAudio')} line={t(url === null ? 'companyAudioTone' : 'companyAudioOn')}>
      <FileInput ref={input} type="audio/mpeg" onFile={upload} />
      {url !== null && isHere && (
        <audio className={styles.audio} src={url} controls preload="metadata" aria-label={t('companyAudio')} />
      )}
      {url !== null && !isHere && <p className={styles.lost}>{t('audioElsewhere')}</p>}
      <div className={styles.acts}>
        <LineButton
          isField
          icon={<IconUpload {...size} />}
          disabled={change.isPending}
          onClick={() => input.current?.click()}
        >
          {t(url === null ? 'audioChoose' : 'audioReplace')}
        </LineButton>
        {url !== null && (
          <LineButton
            isField
            isDanger
            icon={<IconTrash {...size} />}
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            {t('audioRemove')}
          </LineButton>
        )}
      </div>
    </Group>
  );
}
