import { type ReactNode, useId } from 'react';
import styles from './Me.module.css';

interface GroupProps {
  readonly title: string;
  readonly line?: string | undefined;
  readonly children: ReactNode;
}

/** A section of the profile. */
export function Group({ title, line, children }: GroupProps) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
      {line && <p className={styles.hint}>{line}</p>}
    </section>
  );
}
