import { TEXT_MAX } from '@earth/contracts';
import type { KeyboardEvent } from 'react';
import { isComposing } from './composing';
import { filesPasted } from './files-in';
import { isTooLong } from './TooLong';

interface MessageFieldProps {
  readonly id?: string;
  readonly label: string;
  /** Shorter than the label, so that it is not cut off on a phone. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onFile: (file: File) => void;
  /** Handler of Esc; undefined: Esc leaves the field. */
  readonly onEscape?: (() => void) | undefined;
  /** A list of suggestions that the field controls while it is open. */
  readonly suggestions?: {
    /** The caret has moved, or the text has changed. */
    readonly onCaret: (caret: number, text: string) => void;
    /** @returns whether the key was for the suggestions */
    readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
    /** The ids of the list and of its active option; null: closed. */
    readonly open: { readonly listId: string; readonly activeId: string } | null;
  };
  /** Handler of the upper arrow key in the empty field. */
  readonly onArrowUp?: (() => void) | undefined;
}

/** Enter sends, Shift+Enter inserts a line break, a pasted file is sent. */
export function MessageField({
  id,
  label,
  placeholder = label,
  value,
  onChange,
  onSend,
  onFile,
  onEscape,
  onArrowUp,
  suggestions,
}: MessageFieldProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return;
    if (suggestions?.onKey(event)) return event.preventDefault();
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
      placeholder={placeholder}
      aria-label={label}
      enterKeyHint="send"
      dir="auto"
      aria-invalid={isTooLong(value, TEXT_MAX) || undefined}
      {...(suggestions && {
        'aria-autocomplete': 'list',
        'aria-controls': suggestions.open?.listId,
        'aria-activedescendant': suggestions.open?.activeId,
      })}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
        suggestions?.onCaret(currentTarget.selectionStart, currentTarget.value);
      }}
      onSelect={({ currentTarget }) => suggestions?.onCaret(currentTarget.selectionStart, currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = filesPasted(event.clipboardData);
        if (files.length > 0) event.preventDefault();
        for (const file of files) onFile(file);
      }}
    />
  );
}
