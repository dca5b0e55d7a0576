import styles from './Key.module.css';

/** A key of the keyboard. */
export const Key = ({ name }: { readonly name: string }) => <kbd className={styles.key}>{name}</kbd>;
