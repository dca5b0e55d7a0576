import styles from './Progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
}

/** How far something is. */
export const Progress = ({ label, value }: ProgressProps) => (
  <progress className={styles.progress} value={value} aria-label={label} />
);
