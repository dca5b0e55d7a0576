import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../shared/i18n';
import { ProblemLine } from '../../ui/controls/Field';
import fields from '../../ui/controls/Field.module.css';
import styles from './contact.module.css';
import type { Problem } from './contact-draft';
import { texts } from './texts';

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly problem: Problem | null;
  readonly onChange: (value: string) => void;
}

/** A native select. */
export function Choice({ label, name, autoComplete, value, options, problem, onChange }: ChoiceProps) {
  const t = useTexts(texts);
  const id = useId();
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.choice}>
        <select
          id={id}
          name={name}
          autoComplete={autoComplete}
          className={fields.input}
          value={value}
          aria-required="true"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{t('choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown className={styles.arrow} size={20} stroke={1.75} aria-hidden="true" />
      </div>
      <ProblemLine id={`${id}-problem`} problem={problem} say={t} />
    </div>
  );
}
