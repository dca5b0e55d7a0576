import { readReply } from '@earth/messaging';
import { IconArrowForwardUp, IconCopy, IconCornerUpLeft, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { IconButton } from '../../ui/controls/IconButton';
import { ActionSheet, type SheetAction } from '../../ui/overlay/ActionSheet';
import { Question } from '../../ui/overlay/Question';
import styles from './bubble.module.css';
import { fieldIdOf, useChangeDraft } from './drafts';
import { EmojiChoice } from './Reactions';
import { type ShownMessage, useConversation } from './source';
import { texts } from './texts';
import { isEditable, useChange } from './use-change';
import { useHold } from './use-hold';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

export interface ActsProps {
  readonly message: ShownMessage;
  readonly isMine: boolean;
  /** As it is quoted and copied. */
  readonly text: string;
  /** There are others who would read an answer, or a change. */
  readonly mayReply: boolean;
}

interface Acts {
  readonly mayReact: boolean;
  readonly all: readonly SheetAction[];
  /** The buttons beside the bubble; the others are behind one more. */
  readonly beside: readonly SheetAction[];
}

function useActs({ message, isMine, text, mayReply }: ActsProps, onDelete: () => void): Acts {
  const t = useTexts(texts);
  const { place, forward } = useConversation();
  const changeDraft = useChangeDraft(place);
  const change = useChange();
  function reply() {
    changeDraft({ replyTo: { name: message.sender.name, text } });
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
  const mayReact = change !== null && mayReply && message.state !== 'arriving';
  const first = mayReply ? [{ id: 'reply', label: t('reply'), icon: <IconCornerUpLeft {...icon} />, act: reply }] : [];
  const all = [
    ...first,
    { id: 'copy', label: t('copy'), icon: <IconCopy {...icon} />, act: () => void copy() },
    ...(forward && message.state !== 'arriving'
      ? [
          {
            id: 'forward',
            label: t('forward'),
            icon: <IconArrowForwardUp {...icon} />,
            act: () => forward(message),
          },
        ]
      : []),
    ...(mayReact && isMine
      ? [
          ...(isEditable(message)
            ? [{ id: 'edit', label: t('edit'), icon: <IconPencil {...icon} />, act: () => change?.beginEdit(message) }]
            : []),
          { id: 'delete', label: t('deleteForAll'), icon: <IconTrash {...icon} />, isDanger: true, act: onDelete },
        ]
      : []),
  ];
  return { mayReact, all, beside: mayReact ? first : all };
}

function DeleteQuestion({ message, onClose }: { readonly message: ShownMessage; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const change = useChange();
  return (
    <Question
      isOpen
      isDanger
      title={t('deleteQuestion')}
      yes={t('delete')}
      onYes={() => {
        change?.remove(message);
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('deleteLine')}</p>
    </Question>
  );
}

interface HoldableProps extends ActsProps {
  /** Of the bubble. */
  readonly children: ReactNode;
}

/**
 * The bubble of a message with its actions: beside it where a mouse hovers; a finger holds it for them, or pushes it aside to reply. They
 * depend on the draft, and are a component of their own, so that the message is not rendered with them.
 */
export function Holdable({ children, ...about }: HoldableProps) {
  const t = useTexts(texts);
  const [open, setOpen] = useState<'acts' | 'delete' | null>(null);
  const { mayReact, all, beside } = useActs(about, () => setOpen('delete'));
  const hold = useHold({
    onHold: () => setOpen('acts'),
    onPush: all.find(({ id }) => id === 'reply')?.act ?? null,
  });
  return (
    <>
      {/* Not focusable: the keyboard reaches the buttons themselves. */}
      <div className={styles.bubble} {...hold}>
        {children}
      </div>
      <div className={styles.acts}>
        {beside.map(({ id, label, icon: picture, act }) => (
          <IconButton key={id} label={label} icon={picture} tipPosition="top" onClick={act} />
        ))}
        {mayReact && (
          <IconButton
            label={t('moreActs')}
            icon={<IconDots {...icon} />}
            tipPosition="top"
            aria-haspopup="dialog"
            onClick={() => setOpen('acts')}
          />
        )}
      </div>
      {/* Only then: there is one for each message. Closing it comes before its action, which may open the next. */}
      {open === 'acts' && (
        <ActionSheet isOpen title={t('message')} actions={all} onClose={() => setOpen(null)}>
          {mayReact && <EmojiChoice message={about.message} onChosen={() => setOpen(null)} />}
        </ActionSheet>
      )}
      {open === 'delete' && <DeleteQuestion message={about.message} onClose={() => setOpen(null)} />}
    </>
  );
}
