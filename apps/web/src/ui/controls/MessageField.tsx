import { TEXT_MAX } from '@earth/contracts';
import type { KeyboardEvent } from 'react';
import { isComposing } from './composing';
import { filesPasted } from './files-in';
import { isTooLong } from './TooLong';

interface MessageFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onFile: (file: File) => void;
  /** Handler of Esc; undefined: Esc leaves the field. */
  readonly onEscape?: (() => void) | undefined;
  /** Handler of the upper arrow key in the empty field. */
  readonly onArrowUp?: (() => void) | undefined;
}

/** Enter sends, Shift+Enter inserts a line break, a pasted file is sent. */
export function MessageField({ id, label, value, onChange, onSend, onFile, onEscape, onArrowUp }: MessageFieldProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      if (onEscape) onEscape();
      else event.currentTarget.blur();
    }
    if (event.key === 'ArrowUp' && value === '' && onArrowUp) {
      event.preventDefault();
      onArrowUp();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey) return;
    event.preventDefault();
    onSend();
  }
  return (
    <textarea
      id={id}
      rows={1}
      value={value}
      placeholder={label}
      aria-label={label}
      enterKeyHint="send"
      dir="auto"
      aria-invalid={isTooLong(value, TEXT_MAX) || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = filesPasted(event.clipboardData);
        if (files.length > 0) event.preventDefault();
        for (const file of files) onFile(file);
      }}
    />
  );
}
