/** Suggestions of people while a mention is typed, as the ARIA pattern «listbox» that a text field controls. */
import type { Place } from '@earth/messaging';
import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../shared/i18n';
import { Avatar } from '../../ui/pictures/Avatar';
import { fieldIdOf } from './drafts';
import styles from './mentions.module.css';
import { type Mentionable, mentionAt, suggestionsFor } from './model/mentions';
import { texts } from './texts';

interface Typing {
  readonly place: Place;
  /** Who can be mentioned; empty: nobody. */
  readonly people: readonly Mentionable[];
  readonly text: string;
  readonly type: (text: string) => void;
}

export function useMentions({ place, people, text, type }: Typing) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  /** Where a mention was chosen or given up: its suggestions do not come back. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const mention = caret === null || people.length === 0 ? null : mentionAt(text, caret);
  const found = mention && mention.start !== closedAt ? suggestionsFor(mention.typed, people) : [];
  const at = Math.min(active, found.length - 1);

  function choose({ name }: Mentionable) {
    if (!mention) return;
    const { start, typed } = mention;
    const chosen = `@${name} `;
    const field = document.getElementById(fieldIdOf(place));
    flushSync(() => {
      type(text.slice(0, start) + chosen + text.slice(start + 1 + typed.length).replace(/^ /u, ''));
      setClosedAt(start);
    });
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(start + chosen.length, start + chosen.length);
  }

  return {
    id,
    found,
    at,
    choose,
    optionId: (index: number) => `${id}-${index}`,
    handleCaret(next: number, value: string) {
      const now = mentionAt(value, next);
      if (now?.start !== mention?.start) setActive(0);
      if (now === null) setClosedAt(null);
      setCaret(next);
    },
    /** @returns whether the key was for the suggestions */
    handleKey({ key, shiftKey }: KeyboardEvent): boolean {
      const one = found[at];
      if (!one || shiftKey) return false;
      if (key === 'ArrowDown') setActive((at + 1) % found.length);
      else if (key === 'ArrowUp') setActive((at + found.length - 1) % found.length);
      else if (key === 'Enter' || key === 'Tab') choose(one);
      else if (key === 'Escape') setClosedAt(mention?.start ?? null);
      else return false;
      return true;
    },
  };
}

type SuggestionsProps = Pick<ReturnType<typeof useMentions>, 'id' | 'found' | 'at' | 'choose' | 'optionId'>;

export function Suggestions({ id, found, at, choose, optionId }: SuggestionsProps) {
  const t = useTexts(texts);
  return (
    <>
      <p className="visually-hidden" role="status">
        {found.length > 0 && t('suggestions', { count: found.length })}
      </p>
      {found.length > 0 && (
        <div id={id} role="listbox" tabIndex={-1} aria-label={t('mention')} className={styles.suggestions}>
          {found.map((person, index) => (
            // Chosen by the keys of the field, which keeps the focus.
            <button
              type="button"
              key={person.uniqueId}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.suggestion}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar id={person.uniqueId} name={person.name} size="small" />
              <bdi>{person.name}</bdi>
            </button>
          ))}
        </div>
      )}
    </>
  );
}
