import { type Entry, Picture, wayTo } from '../menu';
import { Link } from '@tanstack/react-router';
import styles from './Tiles.module.css';

/** Menu entries as picture tiles. */
export function Tiles({ entries, label }: { readonly entries: readonly Entry[]; readonly label: string }) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {entries.map((entry, index) => (
        <li key={entry.id} className={styles.tile}>
          <Picture
            picture={null}
            url={entry.imageUrl}
            sizes="(min-width: 1024px) 300px, 50vw"
            className={styles.picture}
            isFirst={index < 4}
          />
          <Link {...wayTo(entry)} className={styles.link}>
            {entry.title}
          </Link>
          {entry.descr && <span className={styles.line}>{entry.descr}</span>}
        </li>
      ))}
    </ul>
  );
}
