import { isPicture } from '@earth/calls';
import { isGenuine } from '@earth/contracts';
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../app/format';
import { useLanguage, useTexts } from '../../app/i18n';
import { NotGenuine } from '../../app/NotGenuine';
import type { OpenedRoomMessage } from '../../data/conversation';
import type { Outgoing, OutgoingFile } from '../../data/room-outbox';
import { openRoomFile, roomPictureQuery } from '../../data/room-files';
import { useRoomOutbox } from '../../data/room-sending';
import { saveFile } from '../../data/save-file';
import { BlobImage } from '../../ui/BlobImage';
import { FullScreen, FullScreenHead } from '../../ui/FullScreen';
import { IconButton } from '../../ui/IconButton';
import styles from './files.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

function Kind({ name }: { readonly name: string }) {
  const looks = { className: styles.kind, size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  if (isPicture(name)) return <IconPhoto {...looks} />;
  return name.toLowerCase().endsWith('.pdf') ? <IconFileTypePdf {...looks} /> : <IconFile {...looks} />;
}

interface RowProps {
  readonly name: string;
  readonly line: ReactNode;
  readonly isBad?: boolean;
  readonly children?: ReactNode;
}

const FileRow = ({ name, line, isBad, children }: RowProps) => (
  <div className={styles.row}>
    <Kind name={name} />
    <div className={styles.what}>
      <p className={styles.name}>{name}</p>
      <p className={styles.size} data-bad={isBad || undefined} role="status">
        {line}
      </p>
    </div>
    {children}
  </div>
);

interface StoredFileProps {
  readonly message: OpenedRoomMessage;
  readonly name: string;
}

interface PictureProps {
  /** Undefined: it is being fetched. */
  readonly blob: Blob | undefined;
  readonly name: string;
}

/** It keeps its place while it comes, and opens over everything. */
function Picture({ blob, name }: PictureProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  if (!blob) return <div className={styles.picture} />;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={t('enlarge', { name })}
        onClick={() => setOpen(true)}
      >
        <BlobImage blob={blob} alt={name} />
      </button>
      <FullScreen isOpen={isOpen} onClose={close} label={name}>
        <FullScreenHead line={name} onClose={close}>
          <IconButton
            label={t('downloadFile', { name })}
            icon={<IconDownload size={24} stroke={1.75} aria-hidden="true" />}
            onClick={() => saveFile(blob, name)}
          />
        </FullScreenHead>
        <BlobImage blob={blob} alt={name} className={styles.whole} />
      </FullScreen>
    </>
  );
}

function Download({ message, name }: StoredFileProps) {
  const t = useTexts(texts);
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
    <FileRow name={name} line={line} isBad={download.isError}>
      <IconButton
        label={t('downloadFile', { name })}
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
  if (!isGenuine(file)) return <FileRow name={name} line={<NotGenuine />} />;
  if (isPicture(name) && file !== null && !isError) return <Picture blob={file} name={name} />;
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
      <FileRow name={name} line={size === null ? '' : formatBytes(size, language)}>
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            label={t('cancelFile', { name })}
            icon={<IconX {...icon} />}
            tipPosition="top"
            onClick={() => outbox?.withdraw(clientId)}
          />
        )}
      </FileRow>
      {state === 'sending' && <progress className={styles.gone} value={gone} aria-label={t('fileGone', { name })} />}
    </>
  );
}
