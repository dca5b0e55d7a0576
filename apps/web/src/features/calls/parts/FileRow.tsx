import type { ChatFile } from '@earth/calls';
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { formatBytes } from '../../../app/format';
import { useLanguage, useTexts } from '../../../app/i18n';
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
};

function Kind({ file: { name, isPicture } }: Pick<FileRowProps, 'file'>) {
  const looks = { className: styles.icon, size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  if (isPicture) return <IconPhoto {...looks} />;
  return name.toLowerCase().endsWith('.pdf') ? <IconFileTypePdf {...looks} /> : <IconFile {...looks} />;
}

export interface FileRowProps {
  readonly file: ChatFile;
  readonly onDownload: () => void;
}

/** A file of the chat: what it is, and the way to have it. A picture keeps its place while it comes. */
export function FileRow({ file, onDownload }: FileRowProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const { name, size, state, url, isPicture } = file;
  const words = stateWords[state];
  const isThere = state === 'ready' || state === 'failed';
  return (
    <>
      {isPicture && state !== 'unreadable' && (
        <div className={styles.picture}>{url && <img src={url} alt={name} data-testid="chat-picture" />}</div>
      )}
      <div className={styles.row}>
        <Kind file={file} />
        <div className={styles.what}>
          <p className={styles.name}>{name}</p>
          <p className={styles.size} data-bad={state === 'failed' || undefined}>
            {words ? say(words) : formatBytes(size, language)}
          </p>
        </div>
        {isThere && (
          <button type="button" className={chat.get} aria-label={say('downloadFile', { name })} onClick={onDownload}>
            <IconDownload size={20} stroke={1.75} />
          </button>
        )}
      </div>
    </>
  );
}
