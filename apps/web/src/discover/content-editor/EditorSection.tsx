import type { Language } from '@earth/contracts';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import styles from './content-editor.module.css';
import { EditorField } from './EditorField';
import { type FieldKey, type FieldName, fieldOf, isOfLanguage, keyIn, type SectionName } from './model/fields';
import { texts } from './texts';
import type { Editor } from './use-editor';

interface EditorSectionProps {
  readonly name: SectionName;
  readonly fields: readonly FieldName[];
  readonly languages: readonly Language[];
  readonly editor: Editor;
}

/** One section of the accordion. It opens if something in it is wrong. */
export function EditorSection({ name, fields, languages, editor }: EditorSectionProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(name === 'base');
  const wrong = Object.keys(editor.problems).some((key) => fields.includes(fieldOf(key as FieldKey).field));
  const [wasWrong, setWasWrong] = useState(wrong);
  const [wasRefused, setWasRefused] = useState(editor.refused);
  // Opened once for each time: the user may close it again.
  if (wasWrong !== wrong || wasRefused !== editor.refused) {
    setWasWrong(wrong);
    setWasRefused(editor.refused);
    if (wrong) setOpen(true);
  }
  const labelOf = (field: FieldName, language: Language | null) => {
    const label = language === null ? t(field) : t('ofLanguage', { field: t(field), language: t(language) });
    const isRequired = field === 'image' || (field === 'title' && language !== null && isAsked(language));
    return isRequired ? t('required', { field: label }) : label;
  };
  const isAsked = (language: Language) => language === 'en' || editor.untitled.includes(language);
  return (
    <details className={styles.section} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h2>{t(name)}</h2>
        <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
      </summary>
      <div className={styles.fields}>
        {fields.filter(editor.isShown).map((field) =>
          isOfLanguage(field) ? (
            <div key={field} className={styles.beside} data-columns={languages.length}>
              {languages.map((language) => (
                <EditorField
                  key={language}
                  of={keyIn(language, field)}
                  label={labelOf(field, language)}
                  editor={editor}
                />
              ))}
            </div>
          ) : (
            <EditorField key={field} of={field} label={labelOf(field, null)} editor={editor} />
          ),
        )}
      </div>
    </details>
  );
}
