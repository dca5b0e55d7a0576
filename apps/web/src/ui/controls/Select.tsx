import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Labelled } from './Field';
import fields from './Field.module.css';
import styles from './Select.module.css';

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
  /** What stands below it. */
  readonly below?: ReactNode;
}

/** A native select with its label above. */
export function Select<Value extends string>({ label, options, onChange, below, ...select }: SelectProps<Value>) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <div className={styles.choice}>
        <select
          {...select}
          id={id}
          className={fields.input}
          onChange={(event) => {
            const chosen = options.find(({ value }) => value === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown className={styles.arrow} size={20} stroke={1.75} aria-hidden="true" />
      </div>
      {below}
    </Labelled>
  );
}
