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
import styles from './composer.module.css';
import { fieldIdOf, useChangeDraft, useDraft } from './drafts';
import { QuoteWords } from './QuoteWords';
import { useConversation } from './source';
import { texts } from './texts';
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

/** The input field. The draft survives leaving the page. */
export function Composer({ label, onSend, onFile, onTyping, voice: ports, camera }: ComposerProps) {
  const { place } = useConversation();
  const { recorder, state: voice } = useVoice(place, ports);
  const microphone = useRef<HTMLButtonElement>(null);
  const { text: draft, replyTo } = useDraft(place);
  const changeDraft = useChangeDraft(place);
  const text = draft.trim();
  const hasText = !isBlank(text);
  const canSend = hasText && !isTooLong(text, TEXT_MAX) && onSend !== null;
  const isVoice = voice.type !== 'idle' && voice.type !== 'failed';

  function send() {
    if (!canSend) return;
    onSend(writeReply(replyTo, text));
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
      <TooLong text={draft} most={TEXT_MAX} />
      <div className={styles.field}>
        {isVoice ? (
          <Recording state={voice} onDiscard={discard} />
        ) : (
          <>
            <Attach onFile={onFile} />
            {!hasText && camera}
            <MessageField
              id={fieldIdOf(place)}
              label={label}
              value={draft}
              onChange={(typed) => {
                changeDraft({ text: typed });
                if (!isBlank(typed)) onTyping?.();
              }}
              onSend={send}
              onFile={onFile}
              onEscape={replyTo ? cancelReply : undefined}
            />
          </>
        )}
        {onSend && !hasText && (
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
