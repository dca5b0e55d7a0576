import { useTexts } from '../../shared/i18n';
import { ConflictDialog } from '../../ui/overlay/ConflictDialog';
import { useBrandWords } from './BrandFields';
import { useChoiceWords } from './ChoiceFields';
import { type FieldKey, fieldOf } from './model/fields';
import { withChoices } from './model/merge';
import type { FieldValue } from './model/values';
import { addressOf } from './PictureField';
import { texts } from './texts';
import type { Editor } from './use-editor';

/** A value as it is compared. */
function Shown({ field, value }: { readonly field: FieldKey; readonly value: FieldValue }) {
  const t = useTexts(texts);
  const choice = useChoiceWords(field, value);
  const brand = useBrandWords(field, value);
  const words = choice ?? brand;
  if (words !== null) return words;
  if (value === null || value === '') return <em>{t('empty')}</em>;
  if (typeof value === 'string') return value;
  if ('lat' in value) return `${value.lat}, ${value.long}`;
  if (!('url' in value) && !('data' in value))
    return t(field === 'related' ? 'contents' : 'pictures', { count: value.length });
  if (field === 'image') return <img src={addressOf(value)} alt="" />;
  return 'data' in value ? t('newFile', { name: value.name }) : t('stored');
}

/** Somebody saved other values of the same fields: the user chooses, field by field. */
export function ContentConflicts({ editor }: { readonly editor: Editor }) {
  const t = useTexts(texts);
  const { conflicting } = editor;
  const labelOf = (key: FieldKey) => {
    const { field, language } = fieldOf(key);
    return language ? t('ofLanguage', { field: t(field), language: t(language) }) : t(field);
  };
  return (
    <ConflictDialog
      key={conflicting?.version}
      conflicts={
        conflicting?.conflicts.map(({ key, mine, theirs }) => ({
          key,
          label: labelOf(key),
          mine: <Shown field={key} value={mine} />,
          theirs: <Shown field={key} value={theirs} />,
        })) ?? null
      }
      onResolve={(mine) => {
        if (conflicting) editor.resolve(withChoices(conflicting.merged, conflicting.conflicts, mine));
      }}
      onClose={editor.closeConflict}
    />
  );
}
