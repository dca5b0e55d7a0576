import { isPicture } from '@earth/calls';
import { isGenuine } from '@earth/contracts';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatBytes } from '../../app/format';
import { useLanguage, useTexts } from '../../app/i18n';
import { NotGenuine } from '../../app/NotGenuine';
import type { OpenedRoomMessage } from '../../data/conversation';
import type { Outgoing, OutgoingFile } from '../../data/room-outbox';
import { openRoomFile, roomPictureQuery } from '../../data/room-files';
import { useRoomOutbox } from '../../data/room-sending';
import { saveFile } from '../../data/save-file';
import { BlobImage } from '../../ui/BlobImage';
import { FilePicture } from '../../ui/FilePicture';
import { FileGone, FileRow } from '../../ui/FileRow';
import { IconButton } from '../../ui/IconButton';
import { texts as uiTexts } from '../../ui/texts';
import styles from './files.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface StoredFileProps {
  readonly message: OpenedRoomMessage;
  readonly name: string;
}

function Download({ message, name }: StoredFileProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const language = useLanguage();
  const download = useMutation({
    mutationFn: () => openRoomFile(message),
    onSuccess: (file) => {
      if (file && isGenuine(file)) saveFile(file, name);
    },
  });
  let line: ReactNode = formatBytes(message.fileSize ?? 0, language);
  if (download.isPending) line = t('loadingFile');
  if (download.isError) line = t('fileFailed');
  if (download.data === null) line = t('fileUnreadable');
  if (!isGenuine(download.data)) line = <NotGenuine />;
  return (
    <FileRow name={name} isPicture={isPicture(name)} line={<span role="status">{line}</span>} isBad={download.isError}>
      <IconButton
        label={tUi('downloadFile', { name })}
        icon={<IconDownload {...icon} />}
        tipPosition="top"
        aria-disabled={download.isPending}
        onClick={() => download.isPending || download.mutate()}
      />
    </FileRow>
  );
}

/** A file that the server has: a picture is shown, the rest is fetched and opened when it is asked for. */
export function StoredFile({ message, name }: StoredFileProps) {
  const { data: file, isError } = useQuery({ ...roomPictureQuery(message), enabled: isPicture(name) });
  if (!isGenuine(file)) return <FileRow name={name} isPicture line={<NotGenuine />} />;
  if (isPicture(name) && file !== null && !isError)
    return (
      <FilePicture
        name={name}
        image={file && <BlobImage blob={file} alt={name} />}
        onDownload={() => file && saveFile(file, name)}
        className={styles.picture}
      />
    );
  return <Download message={message} name={name} />;
}

interface OutgoingFileRowProps {
  readonly item: Outgoing;
  readonly file: OutgoingFile;
}

/** One's own on its way: how far it has got; it can be taken back. */
export function OutgoingFileRow({ item: { clientId, state }, file }: OutgoingFileRowProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const outbox = useRoomOutbox();
  const { name, size, gone } = file;
  return (
    <>
      <FileRow name={name} isPicture={isPicture(name)} line={size === null ? '' : formatBytes(size, language)}>
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            label={t('cancelFile', { name })}
            icon={<IconX {...icon} />}
            tipPosition="top"
            onClick={() => outbox?.withdraw(clientId)}
          />
        )}
      </FileRow>
      {state === 'sending' && <FileGone name={name} gone={gone} />}
    </>
  );
}
