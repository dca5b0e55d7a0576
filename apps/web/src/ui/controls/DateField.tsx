import { formatDateAndTime, formatDateOfContent } from '../../shared/format';
import { useLanguage } from '../../shared/i18n';
import styles from './DateField.module.css';
import { Field, type FieldProps } from './Field';

interface DateFieldProps<Text extends string> extends FieldProps<Text> {
  readonly type: 'date' | 'datetime-local';
}

/** A field for a date. Its browser writes 11/12/2026 for the 11th of December or the 12th of November, so the month is named below. */
export function DateField<Text extends string>(props: DateFieldProps<Text>) {
  const { type, value } = props;
  const language = useLanguage();
  const date = new Date(value);
  const format = type === 'date' ? formatDateOfContent : formatDateAndTime;
  return (
    <div>
      <Field {...props} />
      {!Number.isNaN(date.getTime()) && <p className={styles.words}>{format(date, language)}</p>}
    </div>
  );
}
