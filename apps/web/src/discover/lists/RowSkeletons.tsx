import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import styles from './contents.module.css';

/** Placeholder of a list of contents. */
export function RowSkeletons({ count }: { readonly count: number }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.thumb}>
            <SkeletonBlock width="100%" height={84} />
          </span>
          <span className={styles.words}>
            <SkeletonBlock width={`${76 - (index % 3) * 9}%`} height={16} />
            <SkeletonBlock width={`${52 - (index % 2) * 11}%`} height={12} />
          </span>
        </div>
      ))}
    </Loading>
  );
}
