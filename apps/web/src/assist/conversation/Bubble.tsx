import { isGenuine } from '@earth/contracts';
import { type Outgoing, readReply, withoutBars } from '@earth/messaging';
import { IconCopy, IconCornerUpLeft } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { IconButton } from '../../ui/controls/IconButton';
import { ActionSheet, type SheetAction } from '../../ui/overlay/ActionSheet';
import { showToast } from '../../shared/toast';
import styles from './bubble.module.css';
import { fieldIdOf, useChangeDraft } from './drafts';
import { Sent, Unsent } from './Fate';
import { OutgoingFileRow, StoredFile } from './Files';
import { partsOf } from './model/links';
import { QuoteWords } from './QuoteWords';
import { type ShownMessage, useConversation } from './source';
import { texts } from './texts';
import { useHold } from './use-hold';
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

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface ActsProps {
  readonly message: ShownMessage;
  readonly text: string;
  readonly mayReply: boolean;
}

function useActs({ message: { sender }, text, mayReply }: ActsProps): readonly SheetAction[] {
  const t = useTexts(texts);
  const { place } = useConversation();
  const changeDraft = useChangeDraft(place);
  function reply() {
    changeDraft({ replyTo: { name: sender.name, text } });
    document.getElementById(fieldIdOf(place))?.focus();
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(readReply(text).text);
      showToast(t('copied'));
    } catch {
      showToast(t('copyFailed'));
    }
  }
  return [
    ...(mayReply ? [{ id: 'reply', label: t('reply'), icon: <IconCornerUpLeft {...icon} />, act: reply }] : []),
    { id: 'copy', label: t('copy'), icon: <IconCopy {...icon} />, act: () => void copy() },
  ];
}

interface HoldableProps extends ActsProps {
  /** Of the bubble. */
  readonly children: ReactNode;
}

/**
 * The bubble of a message with its actions: beside it where a mouse hovers; a finger holds it for them, or pushes it aside to reply. They
 * depend on the draft, and are a component of their own, so that the message is not rendered with them.
 */
function Holdable({ children, ...about }: HoldableProps) {
  const t = useTexts(texts);
  const acts = useActs(about);
  const [isHeld, setHeld] = useState(false);
  const hold = useHold({ onHold: () => setHeld(true), onPush: acts.find(({ id }) => id === 'reply')?.act ?? null });
  return (
    <>
      {/* Not focusable: the keyboard reaches the buttons themselves. */}
      <div className={styles.bubble} {...hold}>
        {children}
      </div>
      <div className={styles.acts}>
        {acts.map(({ id, label, icon: picture, act }) => (
          <IconButton key={id} label={label} icon={picture} tipPosition="top" onClick={act} />
        ))}
      </div>
      {/* Only then: there is one for each message. */}
      {isHeld && <ActionSheet isOpen title={t('message')} actions={acts} onClose={() => setHeld(false)} />}
    </>
  );
}

interface FrameProps {
  readonly isMine: boolean;
  readonly isFirst?: boolean;
  readonly date: string;
  readonly name?: string | null;
  readonly fate?: ReactNode;
  /** What the actions are about; null: there are none. */
  readonly about: ActsProps | null;
  readonly children: ReactNode;
}

function Frame({ isMine, isFirst, date, name, fate, about, children }: FrameProps) {
  const language = useLanguage();
  const content = (
    <>
      {name && <p className={styles.sender}>{name}</p>}
      {children}
      <p className={styles.meta}>
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
  const { text, fileName, state } = message;
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
  const { text, sender, date } = message;
  const fileWords = useFileWords();
  return (
    <Frame
      isMine={isMine}
      isFirst={isFirst}
      date={date}
      name={hasName ? sender.name : null}
      fate={isMine && <Sent delivered={isDelivered} read={isRead} />}
      about={typeof text === 'string' ? { message, text: fileWords(text), mayReply } : null}
    >
      <Content message={message} />
      <Unprotected scheme={message.cryptoSchema} />
    </Frame>
  );
});

/** A message of the user that the server does not have yet. */
export const OutgoingBubble = memo(function OutgoingBubble({ item }: { readonly item: Outgoing }) {
  return (
    <Frame isMine date={item.date} fate={<Unsent item={item} />} about={null}>
      {item.file && <OutgoingFileRow item={item} file={item.file} />}
      {withoutBars(item.text) !== item.file?.name && <Words text={item.text} />}
    </Frame>
  );
});
