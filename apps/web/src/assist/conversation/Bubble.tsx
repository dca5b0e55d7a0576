import { isGenuine } from '@earth/contracts';
import { type Outgoing, readReply, withoutBars, withoutChange } from '@earth/messaging';
import { memo, type ReactNode } from 'react';
import { formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { Unprotected } from '../../ui/feedback/Unprotected';
import styles from './bubble.module.css';
import { Changing, Sent, Unsent } from './Fate';
import { OutgoingFileRow, StoredFile } from './Files';
import { partsOf } from './model/links';
import { QuoteWords } from './QuoteWords';
import { type ActsProps, Holdable } from './MessageActs';
import type { ShownMessage } from './source';
import { texts } from './texts';
import { useFileWords } from './voice/use-file-words';

/** The text, with the quoted message. Addresses in it become links without a referrer. */
function Words({ text }: { readonly text: string }) {
  const t = useTexts(texts);
  const reply = readReply(text);
  return (
    <>
      {reply.quote && (
        <p className={styles.quote}>
          <QuoteWords quote={reply.quote} />
        </p>
      )}
      <p className={styles.text}>
        {partsOf(reply.text).map(({ at, text: part, href, host }) =>
          href ? (
            <a key={at} href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
              {part}
              {host && <strong> ({t('leadsTo', { host })})</strong>}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </>
  );
}

interface FrameProps {
  readonly isMine: boolean;
  readonly isFirst?: boolean;
  readonly date: string;
  readonly name?: string | null;
  readonly isEdited?: boolean | undefined;
  readonly fate?: ReactNode;
  /** What the actions are about; null: there are none. */
  readonly about: ActsProps | null;
  readonly children: ReactNode;
}

function Frame({ isMine, isFirst, date, name, isEdited, fate, about, children }: FrameProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const content = (
    <>
      {name && <p className={styles.sender}>{name}</p>}
      {children}
      <p className={styles.meta}>
        {isEdited && <span>{t('edited')}</span>}
        <time dateTime={date}>{formatTime(new Date(date), language)}</time>
        {fate}
      </p>
    </>
  );
  return (
    <div className={styles.line} data-mine={isMine || undefined} data-first={isFirst || undefined}>
      {about ? <Holdable {...about}>{content}</Holdable> : <div className={styles.bubble}>{content}</div>}
    </div>
  );
}

interface BubbleProps {
  readonly message: ShownMessage;
  readonly isMine: boolean;
  /** The first of a group of messages by one author. */
  readonly isFirst: boolean;
  /** Shows the author's name. */
  readonly hasName: boolean;
  /** For the user's own: all others have it on a device. */
  readonly isDelivered: boolean;
  /** For the user's own: all others have read it. */
  readonly isRead: boolean;
  /** There are others who would read an answer. */
  readonly mayReply?: boolean;
}

/** A message that is not genuine shows neither text nor file, because both may be forged. */
function Content({ message }: Pick<BubbleProps, 'message'>) {
  const t = useTexts(texts);
  const { text, fileName, state, isDeleted } = message;
  if (isDeleted) return <p className={styles.unreadable}>{t('deleted')}</p>;
  if (!isGenuine(text))
    return (
      <p>
        <NotGenuine />
      </p>
    );
  return (
    <>
      {fileName !== null && <StoredFile message={message} name={fileName} />}
      {fileName === null && text === null && (
        <p className={styles.unreadable}>{t(state === 'awaitsKey' ? 'loadingFile' : 'notForYou')}</p>
      )}
      {text !== null && withoutBars(text) !== fileName && <Words text={text} />}
    </>
  );
}

/** Memoized: a long conversation has many, and most changes affect one. That somebody has read the last one changes no other. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, isMine, isFirst, hasName, isDelivered, isRead, mayReply = true } = props;
  const { text, sender, date, isChanging, isDeleted = false, isEdited } = message;
  const fileWords = useFileWords();
  return (
    <Frame
      isMine={isMine}
      isFirst={isFirst}
      date={date}
      name={hasName ? sender.name : null}
      isEdited={isEdited}
      fate={isChanging ? <Changing /> : isMine && !isDeleted && <Sent delivered={isDelivered} read={isRead} />}
      about={typeof text === 'string' && !isDeleted ? { message, isMine, text: fileWords(text), mayReply } : null}
    >
      <Content message={message} />
      {!isDeleted && <Unprotected scheme={message.cryptoSchema} />}
    </Frame>
  );
});

/** A message of the user that the server does not have yet. */
export const OutgoingBubble = memo(function OutgoingBubble({ item }: { readonly item: Outgoing }) {
  const t = useTexts(texts);
  const { change, file, text } = item;
  if (change)
    return (
      <Frame isMine date={item.date} fate={<Unsent item={item} />} about={null}>
        {change.change === 'delete' ? (
          <p className={styles.unreadable}>{t('deleteForAll')}</p>
        ) : (
          <Words text={withoutChange(text)} />
        )}
      </Frame>
    );
  return (
    <Frame isMine date={item.date} fate={<Unsent item={item} />} about={null}>
      {file && <OutgoingFileRow item={item} file={file} />}
      {withoutBars(text) !== file?.name && <Words text={text} />}
    </Frame>
  );
});
