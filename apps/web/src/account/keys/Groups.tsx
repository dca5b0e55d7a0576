import styles from './keys.module.css';

const IN_A_LINE = 4;

/** Groups of characters for comparing or copying: four per line. */
export function Groups({ groups, label }: { readonly groups: readonly string[]; readonly label: string }) {
  const lines = groups.map((group, index) => group + ((index + 1) % IN_A_LINE === 0 ? '\n' : ' '));
  return (
    <p className={styles.groups} aria-label={label} role="group">
      {lines.join('').trim()}
    </p>
  );
}
