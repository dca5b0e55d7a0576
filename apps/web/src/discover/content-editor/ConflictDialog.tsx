import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { useBrandWords } from './BrandFields';
import styles from './content-editor.module.css';
import { type FieldKey, fieldOf } from './model/fields';
import { withChoices } from './model/merge';
import type { FieldValue } from './model/values';
import { useChoiceWords } from './ChoiceFields';
import { addressOf } from './PictureField';
import { texts } from './texts';
import type { Conflicting, Editor } from './use-editor';

/** A value as it is compared. */
function Shown({ field, value }: { readonly field: FieldKey; readonly value: FieldValue }) {
  const t = useTexts(texts);
  const choice = useChoiceWords(field, value);
  const brand = useBrandWords(field, value);
  const words = choice ?? brand;
  if (words !== null) return <span className={styles.words}>{words}</span>;
  if (value === null || value === '') return <em>{t('empty')}</em>;
  if (typeof value === 'string') return <span className={styles.words}>{value}</span>;
  if ('lat' in value) return <span>{`${value.lat}, ${value.long}`}</span>;
  if (!('url' in value) && !('data' in value))
    return <span>{t(field === 'related' ? 'contents' : 'pictures', { count: value.length })}</span>;
  if (field === 'image') return <img src={addressOf(value)} alt="" />;
  return <span>{'data' in value ? t('newFile', { name: value.name }) : t('stored')}</span>;
}

function Choices({ conflicting, editor }: { readonly conflicting: Conflicting; readonly editor: Editor }) {
  const t = useTexts(texts);
  const { conflicts, merged } = conflicting;
  const [mine, setMine] = useState<ReadonlySet<FieldKey>>(() => new Set(conflicts.map(({ key }) => key)));
  const choose = (key: FieldKey, isMine: boolean) =>
    setMine((now) => new Set(isMine ? [...now, key] : [...now].filter((one) => one !== key)));
  return (
    <>
      <p>{t('conflictLine')}</p>
      <div className={styles.conflicts}>
        {conflicts.map((conflict) => {
          const { field, language } = fieldOf(conflict.key);
          return (
            <fieldset key={conflict.key} className={styles.conflict}>
              <legend>{language ? t('ofLanguage', { field: t(field), language: t(language) }) : t(field)}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={styles.side}>
                  <input
                    type="radio"
                    name={conflict.key}
                    checked={mine.has(conflict.key) === (side === 'mine')}
                    onChange={() => choose(conflict.key, side === 'mine')}
                  />
                  <span className={styles.sideWords}>
                    <strong>{t(side)}</strong>
                    <Shown field={conflict.key} value={conflict[side]} />
                  </span>
                </label>
              ))}
            </fieldset>
          );
        })}
      </div>
      <DialogAnswers>
        <QuietButton onClick={editor.closeConflict}>{t('cancel')}</QuietButton>
        <FilledButton onClick={() => editor.resolve(withChoices(merged, conflicts, mine))}>
          {t('saveChoice')}
        </FilledButton>
      </DialogAnswers>
    </>
  );
}

/** Somebody saved other values of the same fields: the user chooses, field by field. */
export function ConflictDialog({ editor }: { readonly editor: Editor }) {
  const t = useTexts(texts);
  const { conflicting } = editor;
  return (
    <Dialog
      isOpen={conflicting !== null}
      onClose={editor.closeConflict}
      title={t('conflictTitle')}
      width={640}
      closeOnClickOutside={false}
    >
      {conflicting && <Choices key={conflicting.version} conflicting={conflicting} editor={editor} />}
    </Dialog>
  );
}
