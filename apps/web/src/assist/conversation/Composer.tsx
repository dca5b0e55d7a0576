import { isBlank, TEXT_MAX } from '@earth/contracts';
import { type Quoted, quoteOf, writeReply } from '@earth/messaging';
import { IconArrowUp, IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { MessageField } from '../../ui/controls/MessageField';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import { texts as uiTexts } from '../../ui/texts';
import { AttachedFiles, isTooLarge } from './AttachedFiles';
import { type Attachment, useAttachments, useChangeAttachments } from './attachments';
import styles from './composer.module.css';
import { fieldIdOf, useChangeDraft, useDraft } from './drafts';
import { QuoteWords } from './QuoteWords';
import { useConversation } from './source';
import { texts } from './texts';
import { useAttach } from './use-attach';
import { NotRecorded, Recording, RecordingStatus } from './voice/Recording';
import { useVoice, type VoicePorts } from './voice/use-voice';
import { VoiceButton } from './voice/VoiceButton';

function Answered({ quoted, onCancel }: { readonly quoted: Quoted; readonly onCancel: () => void }) {
  const t = useTexts(texts);
  return (
    <div className={styles.answered}>
      <p className={styles.quote}>
        <span className="visually-hidden">{t('replyTo', { name: quoted.name })} </span>
        <QuoteWords quote={quoteOf(quoted)} />
      </p>
      <IconButton
        label={t('cancelReply')}
        icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={onCancel}
      />
    </div>
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

function SendButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const t = useTexts(texts);
  return (
    <IconButton
      type="submit"
      isFilled
      hasTip={false}
      className={styles.send}
      label={t('send')}
      icon={<IconArrowUp size={20} stroke={1.75} />}
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
  readonly voice: VoicePorts;
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

/** The input field. The draft survives leaving the page. */
export function Composer({ label, onSend, onFile, onTyping, voice: ports, camera }: ComposerProps) {
  const t = useTexts(texts);
  const { place } = useConversation();
  const { recorder, state: voice } = useVoice(place, ports);
  const microphone = useRef<HTMLButtonElement>(null);
  const { text: draft, replyTo } = useDraft(place);
  const changeDraft = useChangeDraft(place);
  const attach = useAttach(place);
  const files = useAttachments(place);
  const { clear: detachAll } = useChangeAttachments(place);
  const text = draft.trim();
  const hasText = !isBlank(text);
  const hasFiles = files.length > 0;
  const isAllowed = !isTooLong(text, TEXT_MAX) && !files.some(isTooLarge);
  // Files wait for the outbox, a text cannot.
  const canSend = (hasText || hasFiles) && isAllowed && (onSend !== null || files.length === 1 || !hasText);
  const isVoice = voice.type !== 'idle' && voice.type !== 'failed';

  function send() {
    if (!canSend) return;
    const { before, sent } = toSend(files, replyTo, hasText ? text : '');
    if (before !== null) onSend?.(before);
    for (const one of sent) onFile(one.file, one.text);
    detachAll();
    changeDraft({ text: '', replyTo: null });
  }
  const cancelReply = () => changeDraft({ replyTo: null });
  function discard() {
    recorder.cancel();
    microphone.current?.focus();
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo && <Answered quoted={replyTo} onCancel={cancelReply} />}
      {voice.type === 'failed' && (
        <NotRecorded problem={voice.problem} howToAllow={ports.howToAllow} onClose={discard} />
      )}
      <RecordingStatus state={voice} />
      <AttachedFiles place={place} all={files} onSend={send} />
      <TooLong text={draft} most={TEXT_MAX} />
      <div className={styles.field}>
        {isVoice ? (
          <Recording state={voice} onDiscard={discard} />
        ) : (
          <>
            <Attach onFile={attach} />
            {!hasText && camera}
            <MessageField
              id={fieldIdOf(place)}
              label={hasFiles ? t(files.length === 1 ? 'caption' : 'captionForAll') : label}
              value={draft}
              onChange={(typed) => {
                changeDraft({ text: typed });
                if (!isBlank(typed)) onTyping?.();
              }}
              onSend={send}
              onFile={attach}
              onEscape={replyTo ? cancelReply : undefined}
            />
          </>
        )}
        {onSend && !hasText && !hasFiles && (
          <VoiceButton
            ref={microphone}
            recorder={recorder}
            state={voice}
            onNote={({ file, text: said }) => onFile(file, said)}
          />
        )}
        {!isVoice && <SendButton isDisabled={!canSend} />}
      </div>
    </form>
  );
}
