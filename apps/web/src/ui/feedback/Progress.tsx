import styles from './Progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** From 0 to 1; null: it goes on, and nobody knows how far. */
  readonly value: number | null;
}

/** How far something is. */
export const Progress = ({ label, value }: ProgressProps) => (
  <progress className={styles.progress} value={value ?? undefined} aria-label={label} />
);
