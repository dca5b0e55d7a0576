import type { ChatFile, ChatItem } from '@earth/calls';
import { IconDownload, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { FilePicture } from '../../../ui/pictures/FilePicture';
import { FileGone, FileRow } from '../../../ui/rows/FileRow';
import { texts as uiTexts } from '../../../ui/texts';
import { useBroken } from '../../../ui/pictures/use-broken';
import { type CallText, texts } from '../texts';
import chat from './chat.module.css';
import styles from './chat-file-row.module.css';

/** The text in place of the size. */
const stateWords: Readonly<Record<ChatFile['state'], CallText | null>> = {
  coming: 'fileComing',
  loading: 'loading',
  ready: null,
  failed: 'fileFailed',
  unreadable: 'fileUnreadable',
  notGenuine: null,
};

interface ChatFileProps {
  readonly message: ChatItem;
  readonly file: ChatFile;
  readonly onDownload: () => void;
  readonly onWithdraw: () => void;
}

/** A file of the user's own that the server does not have. */
const withdrawNames: Readonly<Partial<Record<ChatItem['state'], CallText>>> = {
  sending: 'cancelFile',
  waiting: 'cancelFile',
  failed: 'removeFile',
  tooLarge: 'removeFile',
};

/** The action for a file: withdraw before it is stored, download after that. */
function Act({ message, file: { name, state }, onDownload, onWithdraw }: ChatFileProps) {
  const say = useTexts(texts);
  const sayUi = useTexts(uiTexts);
  const withdraw = withdrawNames[message.state];
  if (withdraw)
    return (
      <button type="button" className={chat.get} aria-label={say(withdraw, { name })} onClick={onWithdraw}>
        <IconX size={20} stroke={1.75} />
      </button>
    );
  if (state !== 'ready' && state !== 'failed') return null;
  return (
    <button type="button" className={chat.get} aria-label={sayUi('downloadFile', { name })} onClick={onDownload}>
      <IconDownload size={20} stroke={1.75} />
    </button>
  );
}

/** A file of the chat: its type, its progress and its action. */
export function ChatFileRow(props: ChatFileProps) {
  const { message, file, onDownload } = props;
  const say = useTexts(texts);
  const sayUi = useTexts(uiTexts);
  const language = useLanguage();
  const { name, size, state, isPicture, url, gone } = file;
  const [isBroken, onBroken] = useBroken(url ?? undefined);
  const words = stateWords[state];
  const what = isBroken ? sayUi('pictureBroken') : formatBytes(size, language);
  const line = words ? say(words) : what;
  return (
    <>
      {isPicture && !isBroken && state !== 'unreadable' && state !== 'notGenuine' && (
        <FilePicture
          name={name}
          image={url && <img src={url} alt={name} data-testid="chat-picture" onError={onBroken} />}
          onDownload={onDownload}
          className={styles.picture}
        />
      )}
      <FileRow
        name={name}
        isPicture={isPicture}
        line={state === 'notGenuine' ? <NotGenuine /> : line}
        isBad={state === 'failed'}
      >
        <Act {...props} />
      </FileRow>
      {message.state === 'sending' && <FileGone name={name} gone={gone} />}
    </>
  );
}
