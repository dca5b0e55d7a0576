import { isPicture, isSound } from '@earth/calls';
import { isGenuine } from '@earth/contracts';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatBytes } from '../../app/format';
import { useLanguage, useTexts } from '../../app/i18n';
import { NotGenuine } from '../../app/NotGenuine';
import type { OpenedRoomMessage } from '../../data/conversation';
import type { Outgoing, OutgoingFile } from '../../data/room-outbox';
import { roomPictureQuery, roomPreviewQuery } from '../../data/room-files';
import { useRoomOutbox } from '../../data/room-sending';
import { saveFile } from '../../data/save-file';
import { BlobImage } from '../../ui/BlobImage';
import { FilePicture } from '../../ui/FilePicture';
import { FileGone, FileRow } from '../../ui/FileRow';
import { IconButton } from '../../ui/IconButton';
import { texts as uiTexts } from '../../ui/texts';
import { useBroken } from '../../ui/use-broken';
import styles from './files.module.css';
import { texts } from './texts';
import { useDownload } from './use-download';
import { StoredSound } from './voice/StoredSound';
import { useFileWords } from './voice/use-file-words';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface StoredFileProps {
  readonly message: OpenedRoomMessage;
  readonly name: string;
}

interface DownloadProps extends StoredFileProps {
  /** It is called a picture, and can only be had. */
  readonly isBroken?: boolean;
}

function Download({ message, name, isBroken = false }: DownloadProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const language = useLanguage();
  const { button, isError, isPending, problem } = useDownload(message, name);
  const size = formatBytes(message.fileSize ?? 0, language);
  const line = isPending ? t('loadingFile') : (problem ?? (isBroken ? tUi('pictureBroken') : size));
  return (
    <FileRow name={name} isPicture={isPicture(name)} line={<span role="status">{line}</span>} isBad={isError}>
      {button}
    </FileRow>
  );
}

interface WholePictureProps extends StoredFileProps {
  /** What is shown until it is there. */
  readonly preview: ReactNode;
}

/** A large picture, fetched when it is looked at. */
function WholePicture({ message, name, preview }: WholePictureProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const { data: file, isError } = useQuery(roomPictureQuery(message));
  const [isBroken, onBroken] = useBroken(file);
  if (file && isGenuine(file) && !isBroken) return <BlobImage blob={file} alt={name} onBroken={onBroken} />;
  let line: ReactNode = t('loadingFile');
  if (isBroken) line = tUi('pictureBroken');
  if (isError) line = t('fileFailed');
  if (file === null) line = t('fileUnreadable');
  if (!isGenuine(file)) line = <NotGenuine />;
  return (
    <>
      {isGenuine(file) && preview}
      <p className={styles.wholeLine} role="status">
        {line}
      </p>
    </>
  );
}

/** By its small one, where it has one that can be read: the large one is then fetched when it is asked for. */
function StoredPicture({ message, name }: StoredFileProps) {
  const queries = useQueryClient();
  const hasPreview = message.previewUrl !== undefined;
  const preview = useQuery({ ...roomPreviewQuery(message), enabled: hasPreview });
  const [isPreviewBroken, onPreviewBroken] = useBroken(preview.data);
  const isWhole = !hasPreview || preview.isError || preview.data === null || isPreviewBroken;
  const whole = useQuery({ ...roomPictureQuery(message), enabled: isWhole });
  const { data: shown, isError } = isWhole ? whole : preview;
  const [isBroken, onBroken] = useBroken(whole.data);
  if (!isGenuine(shown)) return <FileRow name={name} isPicture line={<NotGenuine />} />;
  if (shown === null || isError || isBroken) return <Download message={message} name={name} isBroken={isBroken} />;
  const image = shown && <BlobImage blob={shown} alt={name} onBroken={isWhole ? onBroken : onPreviewBroken} />;
  async function download() {
    // Where it fails the picture itself says so.
    const file = await queries.query(roomPictureQuery(message)).catch(() => null);
    if (file && isGenuine(file)) saveFile(file, name);
  }
  return (
    <FilePicture
      name={name}
      image={image}
      whole={isWhole ? image : <WholePicture message={message} name={name} preview={image} />}
      onDownload={() => void download()}
      className={styles.picture}
    />
  );
}

/** A file that the server has: a picture is shown, a sound played, the rest is fetched and opened when it is asked for. */
export function StoredFile({ message, name }: StoredFileProps) {
  if (isPicture(name)) return <StoredPicture message={message} name={name} />;
  if (isSound(name)) return <StoredSound message={message} name={name} />;
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
  const name = useFileWords()(file.name);
  const { size, gone } = file;
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
