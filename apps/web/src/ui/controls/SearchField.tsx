import { IconSearch, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import { useTexts } from '../../shared/i18n';
import { isComposing } from './composing';
import { Key } from './Key';
import styles from './SearchField.module.css';
import { texts } from '../texts';

export interface SearchFieldProps {
  /** The accessible name, and the placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly keyName?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onChange, keyName, autoFocus, ref }: SearchFieldProps) {
  const t = useTexts(texts);
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    if (value) onChange('');
    else event.currentTarget.blur();
  };
  return (
    <div className={styles.field}>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        autoFocus={autoFocus}
        dir="auto"
        className={styles.input}
        aria-label={label}
        aria-keyshortcuts={keyName}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={leave}
        autoComplete="off"
        spellCheck={false}
      />
      {value ? (
        <button type="button" className={styles.clear} aria-label={t('clearSearch')} onClick={() => onChange('')}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </button>
      ) : (
        keyName && <Key name={keyName} />
      )}
    </div>
  );
}
