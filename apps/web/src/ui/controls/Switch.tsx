import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Named by the label around it. */
export const SwitchInput = ({ isOn, onChange }: Omit<SwitchProps, 'label'>) => (
  <input
    type="checkbox"
    role="switch"
    className={styles.input}
    aria-checked={isOn}
    checked={isOn}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

/** On or off, at once; the whole line is its target. */
export const Switch = ({ label, ...input }: SwitchProps) => (
  <label className={styles.line}>
    <span className={styles.label}>{label}</span>
    <SwitchInput {...input} />
  </label>
);
