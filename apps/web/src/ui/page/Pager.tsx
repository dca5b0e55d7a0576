import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../controls/IconButton';
import { texts } from '../texts';
import styles from './Pager.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** To the page before and the page after; nothing if there is only one. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useTexts(texts);
  if (pages <= 1) return null;
  return (
    <nav aria-label={t('pages')} className={styles.pager}>
      <IconButton
        label={t('previousPage')}
        icon={<IconChevronLeft {...icon} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">{t('pageOf', { page, pages })}</span>
      <IconButton
        label={t('nextPage')}
        icon={<IconChevronRight {...icon} />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
