import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './Me.module.css';

/** Whether a group is in a part, so that its heading is one level lower. */
const InPart = createContext(false);

interface GroupProps {
  readonly title: string;
  readonly line?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a long page: several groups under one heading. */
export function Part({ title, children }: Omit<GroupProps, 'line'>) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.partHeading}>
        {title}
      </h2>
      <InPart value={true}>{children}</InPart>
    </section>
  );
}

/** A section of the profile. */
export function Group({ title, line, children }: GroupProps) {
  const id = useId();
  const Heading = useContext(InPart) ? 'h3' : 'h2';
  return (
    <section className={styles.group} aria-labelledby={id}>
      <Heading id={id} className={styles.heading}>
        {title}
      </Heading>
      {children}
      {line && <p className={styles.hint}>{line}</p>}
    </section>
  );
}
