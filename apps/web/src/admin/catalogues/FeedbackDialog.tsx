import type { OwnCatalogue } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../shared/format';
import { useContentLanguage, useLanguage, useTexts } from '../../shared/i18n';
import { QuietButton } from '../../ui/controls/Button';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './catalogues.module.css';
import { feedbackQuery } from './queries';
import { texts } from './texts';

function Said({ modelCode }: Pick<OwnCatalogue, 'modelCode'>) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(feedbackQuery(modelCode, useContentLanguage()));
  if (!data && error) return <Failed line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} picture={0} />;
  return (
    <ul className={styles.said}>
      {data.items.map(({ uniqueId, date, title, note, similarity }) => (
        <li key={uniqueId}>
          <p className={styles.name}>{title === null ? t('nothingRight') : t('notThis', { title })}</p>
          {note !== '' && <p dir="auto">{note}</p>}
          <p className={styles.line}>
            {formatDate(new Date(date), language)}
            {similarity !== null && ` · ${similarity} %`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What people said of wrong results, the newest first. */
export function FeedbackDialog({
  catalogue,
  onClose,
}: {
  readonly catalogue: OwnCatalogue;
  readonly onClose: () => void;
}) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen onClose={onClose} title={t('feedbackTitle', { title: catalogue.title })} width={560}>
      <Said modelCode={catalogue.modelCode} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('close')}</QuietButton>
      </DialogAnswers>
    </Dialog>
  );
}
