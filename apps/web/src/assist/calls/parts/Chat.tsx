import { isBlank, TEXT_MAX } from '@earth/contracts';
import type { ChatItem } from '@earth/calls';
import { IconCheck, IconClock, IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { firstName, formatBytes, formatTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { Unprotected } from '../../../ui/feedback/Unprotected';
import { getConfig } from '../../../platform';
import { FileInput } from '../../../ui/controls/FileInput';
import { MessageField } from '../../../ui/controls/MessageField';
import { isTooLong, TooLong } from '../../../ui/controls/TooLong';
import { texts as uiTexts } from '../../../ui/texts';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from '../texts';
import styles from './chat.module.css';
import { ChatFileRow } from './ChatFileRow';
import { Unread } from './Unread';

/** The list still scrolls to a new message if it is at most this far from its end, px. */
const NEAR_END = 80;

function Fate({ message, onRetry }: { readonly message: ChatItem; readonly onRetry: (key: string) => void }) {
  const say = useTexts(texts);
  const language = useLanguage();
  switch (message.state) {
    case 'sending':
      return (
        <>
          <IconClock size={16} stroke={1.75} /> {say('sending')}
        </>
      );
    case 'waiting':
      return (
        <>
          <IconClock size={16} stroke={1.75} /> {say('waitingForNet')}
        </>
      );
    case 'failed':
      return (
        <span className={styles.failed}>
          {say('notSent')}{' '}
          <button type="button" className={styles.retry} onClick={() => onRetry(message.key)}>
            {say('tryAgain')}
          </button>
        </span>
      );
    case 'tooLarge':
      return (
        <span className={styles.failed}>
          {say('fileTooLarge', { limit: formatBytes(getConfig().maxFileBytes, language) })}
        </span>
      );
    case 'loading':
    case 'notGenuine':
      return null;
    case 'sent':
      return message.isMine ? <IconCheck size={16} stroke={1.75} aria-hidden="true" /> : null;
  }
}

interface MessageActions {
  readonly onRetry: (key: string) => void;
  readonly onDownload: (key: string) => void;
  readonly onWithdraw: (key: string) => void;
}

interface BubbleProps extends MessageActions {
  readonly message: ChatItem;
}

function Words({ message, onDownload, onWithdraw }: Omit<BubbleProps, 'onRetry'>) {
  const { key, text, file } = message;
  if (text === null)
    return (
      <p className={styles.unreadable}>
        <Unread message={message} />
      </p>
    );
  return (
    <>
      {file && (
        <ChatFileRow
          message={message}
          file={file}
          onDownload={() => onDownload(key)}
          onWithdraw={() => onWithdraw(key)}
        />
      )}
      {text !== file?.name && <p className={styles.text}>{text}</p>}
    </>
  );
}

function Bubble({ message, onRetry, ...acts }: BubbleProps) {
  const language = useLanguage();
  const time = formatTime(new Date(message.date), language);
  return (
    <li className={styles.bubble} data-mine={message.isMine || undefined} data-state={message.state}>
      <Words message={message} {...acts} />
      <Unprotected scheme={message.scheme} />
      <p className={styles.meta}>
        {message.isMine ? (
          time
        ) : (
          <span>
            <bdi>{firstName(message.senderName)}</bdi>, {time}
          </span>
        )}
        <Fate message={message} onRetry={onRetry} />
      </p>
    </li>
  );
}

interface MessagesProps extends MessageActions {
  readonly messages: readonly ChatItem[];
}

/** The messages, newest last. New ones are announced to screen readers. */
function Messages({ messages, ...acts }: MessagesProps) {
  const say = useTexts(texts);
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = messages.at(-1);
  useLayoutEffect(() => {
    const element = list.current;
    if (element && (isAtEnd.current || last?.isMine)) element.scrollTop = element.scrollHeight;
  }, [messages.length, last?.isMine]);
  return (
    <div
      ref={list}
      className={styles.scroll}
      role="log"
      aria-label={say('chat')}
      // Focusable, so that it can be scrolled by keys.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
    >
      <ul className={styles.messages}>
        {messages.map((message) => (
          <Bubble key={message.key} message={message} {...acts} />
        ))}
      </ul>
      {messages.length === 0 && <p className={styles.none}>{say('noMessages')}</p>}
    </div>
  );
}

function Attach({ onFile }: Pick<ComposerProps, 'onFile'>) {
  const t = useTexts(uiTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} onFile={onFile} />
      <button type="button" className={styles.attach} aria-label={t('attach')} onClick={() => input.current?.click()}>
        <IconPaperclip size={20} stroke={1.75} />
      </button>
    </>
  );
}

interface ComposerProps {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onSend: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** The recipients: the others' first names. */
  readonly to: string;
}

function Composer({ draft, onDraft, onSend, onFile, to }: ComposerProps) {
  const say = useTexts(texts);
  const text = draft.trim();
  const canSend = !isBlank(text) && !isTooLong(text, TEXT_MAX);
  const send = () => {
    if (!canSend) return;
    onSend(text);
    onDraft('');
  };
  return (
    <>
      <div className={styles.tooLong}>
        <TooLong text={draft} most={TEXT_MAX} />
      </div>
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <MessageField
          label={say('messageTo', { name: to })}
          value={draft}
          onChange={onDraft}
          onSend={send}
          onFile={onFile}
        />
        <Attach onFile={onFile} />
        <button type="submit" className={styles.send} aria-label={say('send')} disabled={!canSend}>
          <IconSend2 size={20} stroke={1.75} />
        </button>
      </form>
    </>
  );
}

/** The messages and the input field. The typed text stays when the chat is closed. */
export function Chat({ model }: { readonly model: InCallModel }) {
  const { view, actions, firstNames, draft, setDraft } = model;
  return (
    <>
      <Messages
        messages={view.messages}
        onRetry={actions.retryMessage}
        onDownload={actions.downloadFile}
        onWithdraw={actions.withdrawFile}
      />
      <Composer
        draft={draft}
        onDraft={setDraft}
        onSend={actions.sendMessage}
        onFile={actions.sendFile}
        to={firstNames}
      />
    </>
  );
}
