import { isBlank, TEXT_MAX } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { IconArrowUp, IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';

import { useRoomOutbox } from './model/room-sending';
import { doneTyping, announceTyping } from './model/typing';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import iconButtons from '../../ui/controls/IconButton.module.css';
import { MessageField } from '../../ui/controls/MessageField';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import { texts as uiTexts } from '../../ui/texts';
import styles from './composer.module.css';
import { changeDraft, FIELD_ID, useDraft } from './drafts';
import { type Quoted, quoteOf, writeReply } from '../../platform/messages/quote';
import { QuoteWords } from './QuoteWords';
import { TakePicture } from './TakePicture';
import { texts } from './texts';
import { useSendFile } from './use-send-file';
import { NotRecorded, Recording, RecordingStatus } from './voice/Recording';
import { useVoice } from './voice/use-voice';
import { VoiceButton } from './voice/VoiceButton';
import { useRoomWords } from './words';

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

interface AttachProps {
  readonly onFile: (file: File) => void;
  /** A new message is shown at the end. */
  readonly hasCamera: boolean;
}

function Attach({ onFile, hasCamera }: AttachProps) {
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
      {hasCamera && <TakePicture onFile={onFile} />}
    </>
  );
}

function SendButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const t = useTexts(texts);
  return (
    <button
      type="submit"
      className={`${iconButtons.button} ${iconButtons.filled} ${styles.send}`}
      aria-label={t('send')}
      disabled={isDisabled}
      // Keeps the focus in the field, and a phone's keyboard open.
      onMouseDown={(event) => event.preventDefault()}
    >
      <IconArrowUp size={20} stroke={1.75} />
    </button>
  );
}

/** The draft survives leaving the page. */
function Writing({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const words = useRoomWords();
  const outbox = useRoomOutbox();
  const roomId = room.uniqueId;
  const sendFile = useSendFile(roomId);
  const { recorder, state: voice } = useVoice(roomId);
  const microphone = useRef<HTMLButtonElement>(null);
  const { text: draft, replyTo } = useDraft(roomId);
  const text = draft.trim();
  const hasText = !isBlank(text);
  const canSend = hasText && !isTooLong(text, TEXT_MAX) && outbox !== null;
  const isVoice = voice.type !== 'idle' && voice.type !== 'failed';
  const label = room.isGroup ? t('messageRoom') : t('messageTo', { name: firstName(words.name(room)) });

  function send() {
    if (!canSend) return;
    outbox.send(roomId, writeReply(replyTo, text));
    changeDraft(roomId, { text: '', replyTo: null });
    doneTyping();
  }
  const cancelReply = () => changeDraft(roomId, { replyTo: null });
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
      {voice.type === 'failed' && <NotRecorded problem={voice.problem} onClose={discard} />}
      <RecordingStatus state={voice} />
      <TooLong text={draft} most={TEXT_MAX} />
      <div className={styles.field}>
        {isVoice ? (
          <Recording state={voice} onDiscard={discard} />
        ) : (
          <>
            <Attach onFile={sendFile} hasCamera={!hasText} />
            <MessageField
              id={FIELD_ID}
              label={label}
              value={draft}
              onChange={(typed) => {
                changeDraft(roomId, { text: typed });
                if (!isBlank(typed)) announceTyping(roomId);
              }}
              onSend={send}
              onFile={sendFile}
              onEscape={replyTo ? cancelReply : undefined}
            />
          </>
        )}
        {outbox && !hasText && (
          <VoiceButton
            ref={microphone}
            recorder={recorder}
            state={voice}
            onNote={({ file, text: said }) => outbox.sendFile(roomId, file, said)}
          />
        )}
        {!isVoice && <SendButton isDisabled={!canSend} />}
      </div>
    </form>
  );
}

/** The input field of a room, if it has other members. */
export function Composer({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const { isAlone } = useRoomWords();
  if (!isAlone(room)) return <Writing room={room} />;
  return (
    <p className={styles.alone} role="status">
      {t(room.isGroup ? 'aloneInGroup' : 'aloneInPair')}
    </p>
  );
}
