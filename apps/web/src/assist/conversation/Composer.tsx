import { isBlank, TEXT_MAX } from '@earth/contracts';
import { type Quoted, quoteOf, shortened, writeReply } from '@earth/messaging';
import { IconArrowUp, IconCheck, IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { myId } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { MessageField } from '../../ui/controls/MessageField';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import { texts as uiTexts } from '../../ui/texts';
import { AttachedFiles, isTooLarge } from './AttachedFiles';
import { type Attachment, useAttachments, useChangeAttachments } from './attachments';
import styles from './composer.module.css';
import { type Editing, fieldIdOf, useChangeDraft, useDraft } from './drafts';
import { Suggestions, useMentions } from './Mentions';
import { QuoteWords } from './QuoteWords';
import { type ShownMessage, useConversation } from './source';
import { texts } from './texts';
import { useAttach } from './use-attach';
import { isEditable, useChange } from './use-change';
import { NotRecorded, Recording, RecordingStatus } from './voice/Recording';
import { useVoice, type VoicePorts } from './voice/use-voice';
import { VoiceButton } from './voice/VoiceButton';

interface AboveProps {
  /** What is answered, or edited. */
  readonly children: ReactNode;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** A line above the field: what is sent is more than what is in it. */
function Above({ children, cancel, onCancel }: AboveProps) {
  return (
    <div className={styles.answered}>
      <p className={styles.quote}>{children}</p>
      <IconButton
        label={cancel}
        icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={onCancel}
      />
    </div>
  );
}

function Answered({ quoted, onCancel }: { readonly quoted: Quoted; readonly onCancel: () => void }) {
  const t = useTexts(texts);
  return (
    <Above cancel={t('cancelReply')} onCancel={onCancel}>
      <span className="visually-hidden">{t('replyTo', { name: quoted.name })} </span>
      <QuoteWords quote={quoteOf(quoted)} />
    </Above>
  );
}

function Edited({ editing, onCancel }: { readonly editing: Editing; readonly onCancel: () => void }) {
  const t = useTexts(texts);
  return (
    <Above cancel={t('cancelEdit')} onCancel={onCancel}>
      <strong role="status">{t('editing')}</strong> <bdi>{shortened(editing.before)}</bdi>
    </Above>
  );
}

function Attach({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useTexts(uiTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} onFile={onFile} />
      <IconButton
        label={t('attach')}
        icon={<IconPaperclip size={20} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={() => input.current?.click()}
      />
    </>
  );
}

function SendButton({ isDisabled, isEdit }: { readonly isDisabled: boolean; readonly isEdit: boolean }) {
  const t = useTexts(texts);
  return (
    <IconButton
      type="submit"
      isFilled
      hasTip={false}
      className={styles.send}
      label={t(isEdit ? 'save' : 'send')}
      icon={isEdit ? <IconCheck size={20} stroke={1.75} /> : <IconArrowUp size={20} stroke={1.75} />}
      disabled={isDisabled}
      // Keeps the focus in the field, and a phone's keyboard open.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}

interface ComposerProps {
  readonly label: string;
  /** Null: not yet. */
  readonly onSend: ((text: string) => void) | null;
  /** @param text the sealed description; absent: the name */
  readonly onFile: (file: File, text?: string) => void;
  readonly onTyping?: () => void;
  /** Something is being sent, of whatever kind: the user has typed it. */
  readonly onSent?: () => void;
  readonly voice: VoicePorts;
  /** The user's own messages as they are shown now, oldest first: the last one can be edited from the empty field. */
  readonly ownMessages?: () => readonly ShownMessage[];
  /** Takes a picture. */
  readonly camera?: ReactNode;
}

/**
 * What is sent for the chosen files. One alone has the message as its caption; of several each has its own, and the message goes before them.
 * A reply is told by the first.
 */
function toSend(files: readonly Attachment[], replyTo: Quoted | null, text: string) {
  const isOne = files.length === 1;
  const before = isOne || text === '' ? null : writeReply(replyTo, text);
  const sent = files.map(({ file, caption }, index) => {
    const own = isOne ? text : caption.trim();
    const isReply = replyTo !== null && before === null && index === 0;
    return { file, text: isReply ? writeReply(replyTo, own || file.name) : own || undefined };
  });
  return { before, sent };
}

/** What is typed: a message with its files, or the edit of one, beside which the draft of a message stays. */
function useTyped({
  onSend,
  onFile,
  onTyping,
  onSent,
  ownMessages,
}: Omit<ComposerProps, 'label' | 'voice' | 'camera'>) {
  const { place } = useConversation();
  const { text: draft, replyTo, editing } = useDraft(place);
  const changeDraft = useChangeDraft(place);
  const files = useAttachments(place);
  const { clear: detachAll } = useChangeAttachments(place);
  const change = useChange();
  const typed = editing ? editing.text : draft;
  const text = typed.trim();
  const hasText = !isBlank(text);
  const hasFiles = files.length > 0 && !editing;
  const isAllowed = !isTooLong(text, TEXT_MAX) && !(hasFiles && files.some(isTooLarge));
  // Files wait for the outbox, a text cannot.
  const mayNow = editing ? change !== null : onSend !== null || files.length === 1 || !hasText;
  const canSend = (hasText || hasFiles) && isAllowed && mayNow;
  const cancelReply = () => changeDraft({ replyTo: null });
  const cancelEdit = () => changeDraft({ editing: null });
  return {
    typed,
    hasText,
    files: hasFiles ? files : [],
    canSend,
    replyTo,
    editing,
    cancelReply,
    cancelEdit,
    cancel: editing ? cancelEdit : (replyTo && cancelReply) || undefined,
    type(next: string) {
      changeDraft(editing ? { editing: { ...editing, text: next } } : { text: next });
      if (!isBlank(next)) onTyping?.();
    },
    send() {
      if (!canSend) return;
      onSent?.();
      if (editing) return change?.finishEdit(editing, text);
      const { before, sent } = toSend(files, replyTo, hasText ? text : '');
      if (before !== null) onSend?.(before);
      for (const one of sent) onFile(one.file, one.text);
      detachAll();
      changeDraft({ text: '', replyTo: null });
    },
    editLast() {
      const last = change && ownMessages?.().findLast(isEditable);
      if (last && !editing && !replyTo) change.beginEdit(last);
    },
  };
}

/** The name of the field. The placeholder is shorter: a phone would cut off the name of a person. */
function useFieldWords(label: string, files: number) {
  const t = useTexts(texts);
  if (files === 0) return { label, placeholder: t('message') };
  const caption = t(files === 1 ? 'caption' : 'captionForAll');
  return { label: caption, placeholder: caption };
}

/** The input field. The draft survives leaving the page. */
export function Composer({ label, voice: ports, camera, ...about }: ComposerProps) {
  const { onSend, onFile } = about;
  const { place } = useConversation();
  const { recorder, state: voice } = useVoice(place, ports);
  const microphone = useRef<HTMLButtonElement>(null);
  const field = useTyped(about);
  const { editing, files, hasText, replyTo, typed } = field;
  const me = myId();
  const { people } = useConversation();
  const others = people.filter(({ uniqueId }) => uniqueId !== me);
  const mentions = useMentions({ place, people: others, text: typed, type: field.type });
  const attach = useAttach(place);
  const words = useFieldWords(label, files.length);
  const isVoice = voice.type !== 'idle' && voice.type !== 'failed';
  function discard() {
    recorder.cancel();
    microphone.current?.focus();
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        field.send();
      }}
    >
      {editing && <Edited editing={editing} onCancel={field.cancelEdit} />}
      {replyTo && !editing && <Answered quoted={replyTo} onCancel={field.cancelReply} />}
      {voice.type === 'failed' && (
        <NotRecorded problem={voice.problem} howToAllow={ports.howToAllow} onClose={discard} />
      )}
      <RecordingStatus state={voice} />
      <AttachedFiles place={place} all={files} onSend={field.send} />
      <TooLong text={typed} most={TEXT_MAX} />
      {others.length > 0 && <Suggestions {...mentions} />}
      <div className={styles.field}>
        {isVoice ? (
          <Recording state={voice} onDiscard={discard} />
        ) : (
          <>
            {!editing && <Attach onFile={attach} />}
            {!hasText && !editing && camera}
            <MessageField
              id={fieldIdOf(place)}
              {...words}
              value={typed}
              onChange={field.type}
              onSend={field.send}
              onFile={attach}
              onEscape={field.cancel}
              onArrowUp={field.editLast}
              {...(others.length > 0 && {
                suggestions: {
                  onCaret: mentions.handleCaret,
                  onKey: mentions.handleKey,
                  open:
                    mentions.found.length > 0
                      ? { listId: mentions.id, activeId: mentions.optionId(mentions.at) }
                      : null,
                },
              })}
            />
          </>
        )}
        {onSend && !hasText && !editing && files.length === 0 && (
          <VoiceButton
            ref={microphone}
            recorder={recorder}
            state={voice}
            onNote={({ file, text: said }) => onFile(file, said)}
          />
        )}
        {!isVoice && <SendButton isDisabled={!field.canSend} isEdit={editing !== null} />}
      </div>
    </form>
  );
}
