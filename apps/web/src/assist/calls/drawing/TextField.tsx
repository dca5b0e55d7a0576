import { cutText, DRAWING_TEXT_MAX } from '@earth/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { isComposing } from '../../../ui/controls/composing';
import { textSize } from '@earth/annotations';
import styles from './drawing.module.css';
import { texts } from './texts';
import type { WrittenText } from './use-written-text';
import type { Place } from './zoom';

interface TextFieldProps {
  readonly text: WrittenText;
  readonly place: Place;
  /** The user's own, unless another was chosen for the text. */
  readonly color: string;
  readonly onWrite: (text: string) => void;
  readonly onDone: () => void;
}

/** The field for a text on the picture, in its final place and size. Enter ends the text, Esc restores it. */
export function TextField({
  text: { at, lineWidth, color: chosen, words },
  place,
  color,
  onWrite,
  onDone,
}: TextFieldProps) {
  const say = useTexts(texts);
  const [text, setText] = useState(words);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const write = (now: string) => {
    setText(now);
    onWrite(now);
  };
  return (
    <input
      ref={field}
      className={styles.text}
      aria-label={say('textField')}
      value={text}
      dir="auto"
      autoComplete="off"
      data-keeps-escape
      style={{
        left: place.left + at[0] * place.scale,
        top: place.top + at[1] * place.scale,
        fontSize: textSize(lineWidth) * place.scale,
        color: chosen ?? color,
      }}
      onChange={({ currentTarget }) => write(cutText(currentTarget.value, DRAWING_TEXT_MAX))}
      onBlur={onDone}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Escape') write(words);
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
