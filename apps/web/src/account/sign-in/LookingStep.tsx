import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import styles from './LookingStep.module.css';

/** Placeholder while the target of a link is fetched, in the shape of the next step. */
export const LookingStep = () => (
  <Loading className={styles.looking}>
    <SkeletonBlock width="70%" height={28} />
    <SkeletonBlock width="90%" height={16} />
    <SkeletonBlock width="60%" height={16} />
  </Loading>
);
