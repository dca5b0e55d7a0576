import type { ChatFile, ChatItem } from '@earth/calls';
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '../../../app/format';
import { useLanguage, useTexts } from '../../../app/i18n';
import { NotGenuine } from '../../../app/NotGenuine';
import { FullScreen, FullScreenHead } from '../../../ui/FullScreen';
import { IconButton } from '../../../ui/IconButton';
import { type CallText, texts } from '../texts';
import chat from './chat.module.css';
import styles from './file-row.module.css';

/** What stands in the place of the size. */
const stateWords: Readonly<Record<ChatFile['state'], CallText | null>> = {
  coming: 'fileComing',
  loading: 'fileLoading',
  ready: null,
  failed: 'fileFailed',
  unreadable: 'fileUnreadable',
  notGenuine: null,
};

function Kind({ file: { name, isPicture } }: Pick<FileRowProps, 'file'>) {
  const looks = { className: styles.icon, size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  if (isPicture) return <IconPhoto {...looks} />;
  return name.toLowerCase().endsWith('.pdf') ? <IconFileTypePdf {...looks} /> : <IconFile {...looks} />;
}

export interface FileRowProps {
  readonly message: ChatItem;
  readonly file: ChatFile;
  readonly onDownload: () => void;
  readonly onWithdraw: () => void;
}

type PictureProps = Pick<FileRowProps, 'file' | 'onDownload'>;

/** It keeps its place while it comes, and opens over everything. */
function Picture({ file: { name, url }, onDownload }: PictureProps) {
  const say = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  if (!url) return <div className={styles.picture} />;
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={say('enlarge', { name })}
        onClick={() => setIsOpen(true)}
      >
        <img src={url} alt={name} data-testid="chat-picture" />
      </button>
      <FullScreen isOpen={isOpen} onClose={close} label={name}>
        <FullScreenHead line={name} onClose={close}>
          <IconButton
            label={say('downloadFile', { name })}
            icon={<IconDownload size={24} stroke={1.75} aria-hidden="true" />}
            onClick={onDownload}
          />
        </FullScreenHead>
        <img className={styles.whole} src={url} alt={name} />
      </FullScreen>
    </>
  );
}

/** Of one's own that the server does not have. */
const withdrawNames: Readonly<Partial<Record<ChatItem['state'], CallText>>> = {
  sending: 'cancelFile',
  waiting: 'cancelFile',
  failed: 'removeFile',
  tooLarge: 'removeFile',
};

/** What one can do with it: take it back before it is sent, and have it after that. */
function Act({ message, file: { name, state }, onDownload, onWithdraw }: FileRowProps) {
  const say = useTexts(texts);
  const withdraw = withdrawNames[message.state];
  if (withdraw)
    return (
      <button type="button" className={chat.get} aria-label={say(withdraw, { name })} onClick={onWithdraw}>
        <IconX size={20} stroke={1.75} />
      </button>
    );
  if (state !== 'ready' && state !== 'failed') return null;
  return (
    <button type="button" className={chat.get} aria-label={say('downloadFile', { name })} onClick={onDownload}>
      <IconDownload size={20} stroke={1.75} />
    </button>
  );
}

/** A file of the chat: what it is, how far it has got, and what one can do with it. */
export function FileRow(props: FileRowProps) {
  const { message, file, onDownload } = props;
  const say = useTexts(texts);
  const language = useLanguage();
  const { name, size, state, isPicture, gone } = file;
  const words = stateWords[state];
  return (
    <>
      {isPicture && state !== 'unreadable' && state !== 'notGenuine' && <Picture file={file} onDownload={onDownload} />}
      <div className={styles.row}>
        <Kind file={file} />
        <div className={styles.what}>
          <p className={styles.name}>{name}</p>
          <p className={styles.size} data-bad={state === 'failed' || undefined}>
            {state === 'notGenuine' ? <NotGenuine /> : words ? say(words) : formatBytes(size, language)}
          </p>
        </div>
        <Act {...props} />
      </div>
      {message.state === 'sending' && (
        <progress className={styles.gone} value={gone} aria-label={say('fileGone', { name })} />
      )}
    </>
  );
}
