import { isGenuine } from '@earth/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { formatBytes } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { type OpenedMessage, openAttachment } from '../../shared/call-queries';
import { saveFile } from '../../platform/storage/save-file';
import { TextButton } from '../../ui/controls/Button';
import { texts as uiTexts } from '../../ui/texts';
import styles from './call-page.module.css';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

interface AttachmentProps {
  readonly message: OpenedMessage;
  readonly name: string;
}

/** A file that was sent in the chat, downloaded and decrypted on request. */
export function Attachment({ message, name }: AttachmentProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const language = useLanguage();
  const download = useMutation({
    mutationFn: () => openAttachment(scope, message),
    onSuccess: (file) => {
      if (file && isGenuine(file)) saveFile(file, name);
    },
  });
  return (
    <>
      <p className={styles.text}>
        <bdi>{name}</bdi>, {formatBytes(message.fileSize ?? 0, language)}
      </p>
      {/* Not printed: a button is useless on paper. */}
      <div className={styles.offPaper}>
        <TextButton
          icon={<IconDownload size={20} stroke={1.75} />}
          aria-label={tUi('downloadFile', { name })}
          aria-disabled={download.isPending}
          onClick={() => download.isPending || download.mutate()}
        >
          {t('download')}
        </TextButton>
      </div>
      <p className={styles.quiet} role="status">
        {download.isError && t('fileFailed')}
        {download.data === null && t('notForYou')}
        {!isGenuine(download.data) && <NotGenuine />}
      </p>
    </>
  );
}
