import { CONTENT_TITLE_MAX } from '@earth/contracts';
import { useId } from 'react';
import { useTexts } from '../../shared/i18n';
import { DateField } from '../../ui/controls/DateField';
import { Field, Labelled, ProblemLine, TextArea } from '../../ui/controls/Field';
import styles from './content-editor.module.css';
import { BrandField, SkinField } from './BrandFields';
import { CategoryField, DateMeaningField, KindField, VisibilityField } from './ChoiceFields';
import { FileField } from './FileField';
import { GalleryField } from './GalleryField';
import { fieldOf, kindOf, type TextKind } from './model/fields';
import { textIn } from './model/values';
import { PictureField } from './PictureField';
import { PlaceField } from './PlaceField';
import { RelatedField } from './RelatedField';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';

const DESCR_MAX = 20_000;
const LINE_MAX = 200;
const ADDRESS_MAX = 2000;

const inputs = {
  title: { maxLength: CONTENT_TITLE_MAX },
  line: { maxLength: LINE_MAX },
  address: { type: 'url', inputMode: 'url', autoCapitalize: 'none', maxLength: ADDRESS_MAX },
  email: { type: 'email', autoCapitalize: 'none', maxLength: 254 },
  mobile: { type: 'tel', inputMode: 'tel', maxLength: 30 },
  price: { inputMode: 'decimal' },
} as const satisfies Readonly<Record<Exclude<TextKind, 'area' | 'date'>, object>>;

function TextField({ of, label, editor, kind }: EditorFieldProps & { readonly kind: Exclude<TextKind, 'area'> }) {
  const t = useTexts(texts);
  const field = {
    label,
    lang: fieldOf(of).language ?? undefined,
    autoComplete: 'off',
    'aria-required': kind === 'title' || undefined,
    value: textIn(editor.values, of),
    problem: editor.problems[of] ?? null,
    say: t,
    onChange: (text: string) => editor.setField(of, text),
  };
  return kind === 'date' ? <DateField type="date" {...field} /> : <Field {...inputs[kind]} {...field} />;
}

function AreaField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const problem = editor.problems[of] ?? null;
  return (
    <Labelled id={id} label={label}>
      <TextArea
        id={id}
        rows={6}
        className={styles.area}
        lang={fieldOf(of).language ?? undefined}
        maxLength={DESCR_MAX}
        value={textIn(editor.values, of)}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => editor.setField(of, event.currentTarget.value)}
      />
      <ProblemLine id={`${id}-problem`} problem={problem} say={t} />
    </Labelled>
  );
}

/** A field of a content, by its kind. */
export function EditorField(props: EditorFieldProps) {
  const { field } = fieldOf(props.of);
  const kind = kindOf(field);
  if (kind === 'area') return <AreaField {...props} />;
  if (kind !== null) return <TextField {...props} kind={kind} />;
  switch (field) {
    case 'image':
      return <PictureField {...props} />;
    case 'gallery':
      return <GalleryField {...props} />;
    case 'place':
      return <PlaceField {...props} />;
    case 'ctnView':
      return <KindField {...props} />;
    case 'ctnType':
      return <DateMeaningField {...props} />;
    case 'visibility':
      return <VisibilityField {...props} />;
    case 'catId':
      return <CategoryField {...props} />;
    case 'brandId':
      return <BrandField {...props} />;
    case 'skinId':
      return <SkinField {...props} />;
    case 'related':
      return <RelatedField {...props} />;
    default:
      return <FileField {...props} />;
  }
}
