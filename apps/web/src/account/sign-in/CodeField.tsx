import { CODE_DIGITS } from '@earth/contracts';
import { type Ref, useState } from 'react';
import styles from './CodeField.module.css';

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

/** Six cells backed by one input, so that pasting, autofill and deleting work as usual. */
export function CodeField({ label, value, onChange, isInvalid, describedBy, ref }: CodeFieldProps) {
  const [caret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  return (
    <div className={styles.field}>
      <div className={styles.cells} aria-hidden="true">
        {Array.from({ length: CODE_DIGITS }, (_, index) => {
          const isNow = isFocused && index === Math.min(caret, CODE_DIGITS - 1);
          const classes = [styles.cell, isInvalid && styles.bad, isNow && styles.now];
          return (
            <span key={index} className={classes.filter(Boolean).join(' ')}>
              {value[index]}
            </span>
          );
        })}
      </div>
      <input
        ref={ref}
        className={styles.input}
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_DIGITS))}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
    </div>
  );
}
