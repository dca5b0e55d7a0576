import { useTexts } from '../../../shared/i18n';
import styles from './point-mark.module.css';
import { texts } from './texts';

/** Where somebody points: a dot in a ring, with their name; null: the user's own. The custom property `--pointer` has its colour. */
export function PointMark({ name }: { readonly name: string | null }) {
  const say = useTexts(texts);
  return (
    <>
      <span className={styles.halo} />
      <span className={styles.core} />
      {name !== null && <span className={styles.name}>{say('pointsHere', { name })}</span>}
    </>
  );
}
