import styles from './Progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** From 0 to 1; null: indeterminate. */
  readonly value: number | null;
}

/** Progress bar. */
export const Progress = ({ label, value }: ProgressProps) => (
  <progress className={styles.progress} value={value ?? undefined} aria-label={label} />
);
