import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import styles from './SectionHead.module.css';
import { texts } from './texts';

interface SectionHeadProps {
  /** Of the heading. */
  readonly id: string;
  readonly title: string;
  /** The page with all of them; null: there are none. */
  readonly to: '/people' | '/calls' | null;
}

/** The heading of a section of the page, with a link to all that it is about. */
export function SectionHead({ id, title, to }: SectionHeadProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {to && (
        <Link to={to} className={styles.all} aria-label={`${t('all')}: ${title}`}>
          {t('all')}
        </Link>
      )}
    </div>
  );
}
