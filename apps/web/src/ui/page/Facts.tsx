import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** What is known of something: each a `Fact`. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** Nothing if its value is an empty text. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
