import type { ChatItem } from '@earth/calls';
import { IconCheck, IconClock, IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { formatTime } from '../../../app/format';
import { useLanguage, useTexts } from '../../../app/i18n';
import { firstName } from '../logic/words';
import { texts } from '../texts';
import styles from './chat.module.css';

/** Sealed for fifty people, a text of this length still fits (`SEALED_TEXT_MAX`). */
const MESSAGE_MAX = 20_000;
/** How far from the end one may have scrolled and still be taken along by a new message, px. */
const NEAR_END = 80;

function Fate({ message, onRetry }: { readonly message: ChatItem; readonly onRetry: (key: string) => void }) {
  const say = useTexts(texts);
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
    case 'sent':
      return message.isMine ? <IconCheck size={16} stroke={1.75} aria-hidden="true" /> : null;
  }
}

interface BubbleProps {
  readonly message: ChatItem;
  readonly onRetry: (key: string) => void;
}

function Bubble({ message, onRetry }: BubbleProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const time = formatTime(new Date(message.date), language);
  return (
    <li className={styles.bubble} data-mine={message.isMine || undefined} data-state={message.state}>
      {message.text === null ? (
        <p className={styles.unreadable}>{say('unreadableMessage')}</p>
      ) : (
        <p className={styles.text}>{message.text}</p>
      )}
      <p className={styles.meta}>
        {message.isMine ? time : `${firstName(message.senderName)}, ${time}`}
        <Fate message={message} onRetry={onRetry} />
      </p>
    </li>
  );
}

interface MessagesProps {
  readonly messages: readonly ChatItem[];
  readonly onRetry: (key: string) => void;
}

/** What was written, the newest at the end; what comes is announced. */
export function Messages({ messages, onRetry }: MessagesProps) {
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
      // Scrolled by keys too.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
    >
      <ul className={styles.messages}>
        {messages.map((message) => (
          <Bubble key={message.key} message={message} onRetry={onRetry} />
        ))}
      </ul>
      {messages.length === 0 && <p className={styles.none}>{say('noMessages')}</p>}
    </div>
  );
}

export interface ComposerProps {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onSend: (text: string) => void;
  /** To whom it goes: the others' first names. */
  readonly to: string;
}

/** Enter sends, Shift+Enter makes a line. What is typed is kept by whoever shows this. */
export function Composer({ draft, onDraft, onSend, to }: ComposerProps) {
  const say = useTexts(texts);
  const text = draft.trim();
  const send = () => {
    if (text === '') return;
    onSend(text);
    onDraft('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={1}
        value={draft}
        placeholder={say('messageTo', { name: to })}
        aria-label={say('messageTo', { name: to })}
        enterKeyHint="send"
        maxLength={MESSAGE_MAX}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles.send} aria-label={say('send')} disabled={text === ''}>
        <IconSend2 size={20} stroke={1.75} />
      </button>
    </form>
  );
}
