import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps {
  /** As many beside each other as there is room for. */
  readonly inColumns?: boolean;
  readonly children: ReactNode;
}

/** What is known of something: each a `Fact`. */
export const Facts = ({ inColumns = false, children }: FactsProps) => (
  <dl className={styles.facts} data-columns={inColumns || undefined}>
    {children}
  </dl>
);

/** Nothing if its value is an empty text. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
