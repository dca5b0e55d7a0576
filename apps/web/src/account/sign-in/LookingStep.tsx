import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import styles from './LookingStep.module.css';

/** What a link leads to is being looked up: in the shape of what comes. */
export const LookingStep = () => (
  <Loading className={styles.looking}>
    <SkeletonBlock width="70%" height={28} />
    <SkeletonBlock width="90%" height={16} />
    <SkeletonBlock width="60%" height={16} />
  </Loading>
);
