import { isGenuine } from '@earth/contracts';
import { type Outgoing, readForwarded, readReply, withoutBars, withoutChange } from '@earth/messaging';
import { IconArrowForwardUp } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { formatTime } from '../../shared/format';
import { myId } from '../../platform';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { Unprotected } from '../../ui/feedback/Unprotected';
import styles from './bubble.module.css';
import { Changing, Sent, Unsent } from './Fate';
import { OutgoingFileRow, StoredFile } from './Files';
import { partsOf } from './model/links';
import { partsWithMentions } from './model/mentions';
import { QuoteWords } from './QuoteWords';
import { type ActsProps, Holdable } from './MessageActs';
import { Reactions } from './Reactions';
import { type ShownMessage, useConversation } from './source';
import { texts } from './texts';
import { useFileWords } from './voice/use-file-words';

/** A text without addresses: whom it mentions stands out, the user most. */
function Mentions({ text }: { readonly text: string }) {
  const me = myId();
  const { people } = useConversation();
  return partsWithMentions(text, people).map(({ at, text: part, person }) =>
    person ? (
      <strong key={at} className={styles.mention} data-mine={person.uniqueId === me || undefined}>
        <bdi>{part}</bdi>
      </strong>
    ) : (
      part
    ),
  );
}

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
            <Mentions key={at} text={part} />
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
  /** At the end of the bubble. */
  readonly below?: ReactNode;
}

function Frame({ isMine, isFirst, date, name, isEdited, fate, about, children, below }: FrameProps) {
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
      {below}
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

function Forwarded() {
  const t = useTexts(texts);
  return (
    <p className={styles.forwarded}>
      <IconArrowForwardUp size={16} stroke={1.75} aria-hidden="true" /> {t('forwarded')}
    </p>
  );
}

/** A message that is not genuine shows neither text nor file, because both may be forged. */
function Content({ message }: Pick<BubbleProps, 'message'>) {
  const t = useTexts(texts);
  const { text, fileName, state, isDeleted, isForwarded } = message;
  if (isDeleted) return <p className={styles.unreadable}>{t('deleted')}</p>;
  if (!isGenuine(text))
    return (
      <p>
        <NotGenuine />
      </p>
    );
  return (
    <>
      {isForwarded && <Forwarded />}
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
      below={<Reactions message={message} mayReact={mayReply} />}
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
  const forwarded = readForwarded(text);
  const words = forwarded ?? text;
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
      {forwarded !== null && <Forwarded />}
      {file && <OutgoingFileRow item={item} file={file} />}
      {withoutBars(words) !== file?.name && <Words text={words} />}
    </Frame>
  );
});
