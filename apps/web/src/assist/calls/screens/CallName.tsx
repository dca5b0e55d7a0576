import styles from './call-name.module.css';

interface CallNameProps {
  readonly name: string;
  /** The most lines that it takes. */
  readonly lines: 1 | 2;
}

/** With whom the call is. A name without room ends with an ellipsis, and a tip has all of it. */
export const CallName = ({ name, lines }: CallNameProps) => (
  <span title={name} className={lines === 1 ? styles.line : styles.lines}>
    {name}
  </span>
);
