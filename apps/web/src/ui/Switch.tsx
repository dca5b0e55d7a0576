import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (on: boolean) => void;
}

/** On or off, at once; the whole line is its target. */
export const Switch = ({ label, isOn, onChange }: SwitchProps) => (
  <label className={styles.line}>
    <span className={styles.label}>{label}</span>
    <input
      type="checkbox"
      role="switch"
      className={styles.input}
      aria-checked={isOn}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </label>
);
