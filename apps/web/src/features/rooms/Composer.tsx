import { TEXT_MAX } from '@earth/contracts';
import { IconArrowUp, IconPaperclip, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { firstName } from '../../app/format';
import { useTexts } from '../../app/i18n';
import type { OpenedRoom } from '../../data/room-queries';
import { useRoomOutbox } from '../../data/room-sending';
import { doneTyping, sayTyping } from '../../data/typing';
import { IconButton } from '../../ui/IconButton';
import styles from './composer.module.css';
import { changeDraft, useDraft } from './drafts';
import { type Quoted, quoteOf, writeReply } from './logic/quote';
import { texts } from './texts';
import { useRoomWords } from './words';

function Answered({ quoted, onCancel }: { readonly quoted: Quoted; readonly onCancel: () => void }) {
  const t = useTexts(texts);
  return (
    <div className={styles.answered}>
      <p className={styles.quote}>
        <span className="visually-hidden">{t('replyTo', { name: quoted.name })} </span>
        {quoteOf(quoted)}
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

/** Opens the device's own choice of files, or of the camera. */
function Attach({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) onFile(file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <IconButton
        label={t('attach')}
        icon={<IconPaperclip size={20} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={() => input.current?.click()}
      />
    </>
  );
}

/** Enter sends, Shift+Enter makes a line; what is typed stays while one looks elsewhere. */
export function Composer({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const words = useRoomWords();
  const outbox = useRoomOutbox();
  const roomId = room.uniqueId;
  const { text: draft, replyTo } = useDraft(roomId);
  const text = draft.trim();
  const canSend = text !== '' && outbox !== null;
  const label = room.isGroup ? t('messageRoom') : t('messageTo', { name: firstName(words.name(room)) });

  function send() {
    if (!canSend) return;
    outbox.send(roomId, writeReply(replyTo, text));
    changeDraft(roomId, { text: '', replyTo: null });
    doneTyping();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape' && replyTo) changeDraft(roomId, { replyTo: null });
    else if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo && <Answered quoted={replyTo} onCancel={() => changeDraft(roomId, { replyTo: null })} />}
      <div className={styles.field}>
        <Attach onFile={(file) => outbox?.sendFile(roomId, file)} />
        <textarea
          id="message"
          rows={1}
          value={draft}
          placeholder={label}
          aria-label={label}
          enterKeyHint="send"
          maxLength={TEXT_MAX}
          onChange={({ currentTarget }) => {
            changeDraft(roomId, { text: currentTarget.value });
            if (currentTarget.value.trim() !== '') sayTyping(roomId);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            // Text that also comes as a picture of itself (from an office program) is text.
            if (event.clipboardData.types.includes('text/plain') || event.clipboardData.files.length === 0) return;
            event.preventDefault();
            for (const file of event.clipboardData.files) outbox?.sendFile(roomId, file);
          }}
        />
        <button
          type="submit"
          className={styles.send}
          aria-label={t('send')}
          disabled={!canSend}
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
        >
          <IconArrowUp size={20} stroke={1.75} />
        </button>
      </div>
    </form>
  );
}
