import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { Field } from '../../ui/controls/Field';
import { texts } from './texts';

interface NumberFieldProps {
  readonly label: string;
  /** Null: none. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Whether it may be empty. */
  readonly isOptional?: boolean;
  readonly onChange: (value: number | null) => void;
}

/** What is typed stays as it is typed; only a number within the limits is taken. */
export function NumberField({ label, value, min, max, step, isOptional = false, onChange }: NumberFieldProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState<{ readonly words: string; readonly value: number | null } | null>(null);
  function takenOf(words: string): number | null {
    if (words.trim() === '') return isOptional ? null : value;
    const number = Number(words);
    return number >= min && number <= max ? number : value;
  }
  return (
    <Field
      type="number"
      label={label}
      value={typed?.value === value ? typed.words : String(value ?? '')}
      min={min}
      max={max}
      step={step}
      problem={null}
      say={t}
      onBlur={() => setTyped(null)}
      onChange={(words) => {
        const taken = takenOf(words);
        setTyped({ words, value: taken });
        if (taken !== value) onChange(taken);
      }}
    />
  );
}
