import { useTexts } from '../../shared/i18n';
import { Field, type FieldProps } from '../../ui/controls/Field';
import { type SignInText, texts } from './texts';

type EmailFieldProps = Pick<FieldProps<SignInText>, 'value' | 'problem' | 'onChange' | 'readOnly' | 'autoFocus'>;

/** The user's e-mail address. */
export function EmailField(props: EmailFieldProps) {
  const t = useTexts(texts);
  return (
    <Field
      isLarge
      label={t('email')}
      say={t}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}
