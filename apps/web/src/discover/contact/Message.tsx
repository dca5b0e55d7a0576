import { IconBold, IconItalic, IconStrikethrough, IconUnderline, type TablerIcon } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import { Labelled, TextArea } from '../../ui/controls/Field';
import { IconButton } from '../../ui/controls/IconButton';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import styles from './contact.module.css';
import { MESSAGE_MAX } from './contact-draft';
import { isFormatted, type Mark, type Part, parse, type Selected, toggleMark } from './markup';
import { texts } from './texts';

const tools: readonly { readonly mark: Mark; readonly Icon: TablerIcon; readonly key?: string }[] = [
  { mark: 'bold', Icon: IconBold, key: 'b' },
  { mark: 'italic', Icon: IconItalic, key: 'i' },
  { mark: 'underline', Icon: IconUnderline, key: 'u' },
  { mark: 'strikethrough', Icon: IconStrikethrough },
];

const Parts = ({ parts }: { readonly parts: readonly Part[] }) =>
  parts.map((part) => {
    if (typeof part === 'string') return part;
    const { at, tag: Tag } = part;
    return (
      <Tag key={at}>
        <Parts parts={part.parts} />
      </Tag>
    );
  });

interface MessageProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The message field. Bold etc. are folded: hardly anybody needs them (D5.19). */
export function Message({ value, onChange }: MessageProps) {
  const t = useTexts(texts);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const chosen = useRef<Selected>(null);
  const parts = parse(value);

  // Restores the selection after a button has changed the text.
  useLayoutEffect(() => {
    if (chosen.current?.text === value) area.current?.setSelectionRange(chosen.current.start, chosen.current.end);
    chosen.current = null;
  }, [value]);

  function toggle(mark: Mark) {
    if (!area.current) return;
    const { selectionStart: start, selectionEnd: end } = area.current;
    const next = toggleMark({ text: value, start, end }, mark);
    area.current.focus();
    if (next.text.length > MESSAGE_MAX) return;
    chosen.current = next;
    onChange(next.text);
  }

  function byKey(event: KeyboardEvent) {
    const tool = tools.find(({ key }) => key === event.key.toLowerCase());
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    toggle(tool.mark);
  }

  return (
    <Labelled id={id} label={t('message')}>
      <TextArea
        ref={area}
        id={id}
        name="message"
        rows={5}
        placeholder={t('messageHint')}
        aria-invalid={isTooLong(value, MESSAGE_MAX) || undefined}
        className={styles.message}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={byKey}
      />
      <details className={styles.formatting}>
        <summary>{t('formatting')}</summary>
        <div className={styles.tools}>
          {tools.map(({ mark, Icon }) => (
            <IconButton
              key={mark}
              label={t(mark)}
              aria-controls={id}
              icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => toggle(mark)}
            />
          ))}
        </div>
      </details>
      <TooLong text={value} most={MESSAGE_MAX} />
      {isFormatted(parts) && (
        <section aria-label={t('preview')} className={styles.preview}>
          <p className={styles.hint}>{t('preview')}</p>
          <p className={styles.words}>
            <Parts parts={parts} />
          </p>
        </section>
      )}
    </Labelled>
  );
}
