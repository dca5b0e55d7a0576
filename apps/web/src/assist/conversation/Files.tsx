import { isPicture, isSound, LARGE_PICTURE, type Outgoing, type OutgoingFile } from '@earth/messaging';
import { isGenuine } from '@earth/contracts';
import { IconEye, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { useComing, useMessageFile } from './model/files';
import { saveFile } from '../../shared/device/save-file';
import { BlobImage } from '../../ui/pictures/BlobImage';
import { FilePicture } from '../../ui/pictures/FilePicture';
import { useBroken } from '../../ui/pictures/use-broken';
import { FileGone, FileRow } from '../../ui/rows/FileRow';
import { IconButton } from '../../ui/controls/IconButton';
import { texts as uiTexts } from '../../ui/texts';
import { FileActs, ShareFile } from './FileActs';
import styles from './files.module.css';
import { type ShownMessage, useConversation } from './source';
import { texts } from './texts';
import { useDownload } from './use-download';
import { StoredSound } from './voice/StoredSound';
import { useFileWords } from './voice/use-file-words';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface StoredFileProps {
  readonly message: ShownMessage;
  readonly name: string;
}

interface DownloadProps extends StoredFileProps {
  /** The file has a picture's name, but can only be downloaded. */
  readonly isBroken?: boolean;
}

function Download({ message, name, isBroken = false }: DownloadProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const language = useLanguage();
  const { button, progress, isError, isPending, problem } = useDownload(message, name);
  const size = formatBytes(message.fileSize ?? 0, language);
  const line = isPending ? t('loadingFile') : (problem ?? (isBroken ? tUi('pictureBroken') : size));
  return (
    <>
      <FileRow name={name} isPicture={isPicture(name)} line={<span role="status">{line}</span>} isBad={isError}>
        <div className={styles.acts}>
          <FileActs message={message} name={name} />
          {button}
        </div>
      </FileRow>
      {progress}
    </>
  );
}

interface WholePictureProps extends StoredFileProps {
  /** Placeholder until it is loaded. */
  readonly preview: ReactNode;
}

/** A large picture, which downloads while it is shown. */
function WholePicture({ message, name, preview }: WholePictureProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const coming = useComing(message);
  const { data: file, isError, isPending } = useQuery(useMessageFile(message).picture);
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
      <div className={styles.wholeLine}>
        <p role="status">{line}</p>
        {isPending && <FileGone name={name} gone={coming} isComing />}
      </div>
    </>
  );
}

interface AskedPictureProps extends StoredFileProps {
  readonly isComing: boolean;
  readonly onShow: () => void;
  readonly onStop: () => void;
}

/** A large picture without a preview. It is downloaded only on request, because of mobile data. */
function AskedPicture({ message, name, isComing, onShow, onStop }: AskedPictureProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const coming = useComing(message);
  const { button, progress, isError, isPending, problem } = useDownload(message, name);
  const size = formatBytes(message.fileSize ?? 0, language);
  const line = isComing || isPending ? t('loadingFile') : (problem ?? size);
  return (
    <>
      <FileRow name={name} isPicture line={<span role="status">{line}</span>} isBad={isError}>
        <IconButton
          label={t(isComing ? 'stopDownload' : 'showPicture', { name })}
          icon={isComing ? <IconX {...icon} /> : <IconEye {...icon} />}
          tipPosition="top"
          onClick={isComing ? onStop : onShow}
        />
        {!isComing && button}
      </FileRow>
      {isComing ? <FileGone name={name} gone={coming} isComing /> : progress}
    </>
  );
}

interface StoredPictureProps extends StoredFileProps {
  /** Sets its size; default: that of a message. */
  readonly pictureClass?: string | undefined;
  /** Further actions of the full screen view. */
  readonly pictureActs?: ReactNode;
}

/** A large picture with a readable preview; the large one is downloaded on request. */
function StoredPicture({ message, name, pictureClass = styles.picture, pictureActs }: StoredPictureProps) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const hasPreview = message.previewUrl !== undefined;
  const { picture, preview: small } = useMessageFile(message);
  const preview = useQuery({ ...small, enabled: hasPreview });
  const [isPreviewBroken, onPreviewBroken] = useBroken(preview.data);
  const isWhole = !hasPreview || preview.isError || preview.data === null || isPreviewBroken;
  const isLarge = (message.fileSize ?? 0) > LARGE_PICTURE;
  const isWanted = isAsked || (isWhole && !isLarge);
  // Can still be stopped after the viewer is closed.
  const whole = useQuery({ ...picture, enabled: isWanted, subscribed: isWanted });
  const { data: shown, isError } = isWhole ? whole : preview;
  const [isBroken, onBroken] = useBroken(whole.data);
  if (!isGenuine(shown)) return <FileRow name={name} isPicture line={<NotGenuine />} />;
  if (shown === null || isError || isBroken) return <Download message={message} name={name} isBroken={isBroken} />;
  if (isWhole && isLarge && !shown)
    return (
      <AskedPicture
        message={message}
        name={name}
        isComing={isAsked}
        onShow={() => setAsked(true)}
        onStop={() => setAsked(false)}
      />
    );
  const image = shown && <BlobImage blob={shown} alt={name} onBroken={isWhole ? onBroken : onPreviewBroken} />;
  async function download() {
    // The download continues if the user closes the picture meanwhile.
    setAsked(true);
    // On failure the picture itself shows the error.
    const file = await queries.query(picture).catch(() => null);
    if (file && isGenuine(file)) saveFile(file, name);
  }
  return (
    <FilePicture
      name={name}
      image={image}
      whole={isWhole ? image : <WholePicture message={message} name={name} preview={image} />}
      acts={
        <>
          {pictureActs}
          <ShareFile message={message} name={name} />
        </>
      }
      onDownload={() => void download()}
      className={pictureClass}
    />
  );
}

/** A file that its sender is still uploading. */
function ArrivingFile({ name }: StoredFileProps) {
  const t = useTexts(texts);
  return <FileRow name={useFileWords()(name)} isPicture={isPicture(name)} line={t('fileComing')} />;
}

/** A stored file: a picture is shown, a sound gets a player, other files are downloaded on request. */
export function StoredFile(props: StoredPictureProps) {
  const { message, name } = props;
  if (message.state === 'arriving') return <ArrivingFile message={message} name={name} />;
  if (isPicture(name)) return <StoredPicture {...props} />;
  if (isSound(name)) return <StoredSound message={message} name={name} />;
  return <Download message={message} name={name} />;
}

interface OutgoingFileRowProps {
  readonly item: Outgoing;
  readonly file: OutgoingFile;
}

/** An upload of the user, with its progress; it can be withdrawn. */
export function OutgoingFileRow({ item: { clientId, state }, file }: OutgoingFileRowProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { outbox } = useConversation();
  const name = useFileWords()(file.name);
  const { size, gone, blob } = file;
  const [isBroken, onBroken] = useBroken(blob);
  return (
    <>
      {blob && isPicture(file.name) && !isBroken && (
        <BlobImage blob={blob} alt="" className={styles.outgoing} onBroken={onBroken} />
      )}
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
