import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Its accessible name is the label around it. */
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

/** A switch with immediate effect; the whole line is the target. */
export const Switch = ({ label, ...input }: SwitchProps) => (
  <label className={styles.line}>
    <span className={styles.label}>{label}</span>
    <SwitchInput {...input} />
  </label>
);
