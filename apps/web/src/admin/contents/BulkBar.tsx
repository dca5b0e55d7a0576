import type { ContentTableRow } from '@earth/contracts';
import { IconArrowBackUp, IconCalendar, IconCopy, IconEye, IconEyeOff, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './contents.module.css';
import { DatesDialog } from './DatesDialog';
import { texts } from './texts';
import type { Acts } from './use-acts';

interface BulkBarProps {
  readonly chosen: readonly ContentTableRow[];
  readonly acts: Acts;
  readonly onClear: () => void;
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** What can be done with the chosen contents. */
export function BulkBar({ chosen, acts, onClear }: BulkBarProps) {
  const t = useTexts(texts);
  const [areDatesOpen, openDates] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const areDeleted = chosen.every(({ state }) => state === 'deleted');
  // The row that was chosen must not be below the bar.
  useEffect(() => {
    document.activeElement?.closest('li, tr')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className={styles.bar} aria-label={t('acts')} aria-busy={acts.isBusy}>
      <p role="status" className={styles.chosen}>
        {t('chosen', { count: ids.length })}
      </p>
      {areDeleted ? (
        <LineButton icon={<IconArrowBackUp {...icon} />} onClick={() => void acts.bringBack(ids)}>
          {t('bringBack')}
        </LineButton>
      ) : (
        <>
          <LineButton icon={<IconEye {...icon} />} onClick={() => void acts.publish(chosen)}>
            {t('publish')}
          </LineButton>
          <LineButton icon={<IconEyeOff {...icon} />} onClick={() => void acts.unpublish(ids)}>
            {t('unpublish')}
          </LineButton>
          <LineButton icon={<IconCalendar {...icon} />} onClick={() => openDates(true)}>
            {t('dates')}
          </LineButton>
          <LineButton icon={<IconCopy {...icon} />} onClick={() => void acts.duplicate(ids)}>
            {t('duplicate')}
          </LineButton>
          <LineButton isDanger icon={<IconTrash {...icon} />} onClick={() => void acts.remove(ids)}>
            {t('delete')}
          </LineButton>
        </>
      )}
      <IconButton label={t('clearChoice')} icon={<IconX {...icon} />} onClick={onClear} />
      {acts.problem && (
        <p role="alert" className={styles.problem}>
          {acts.problem.words}
        </p>
      )}
      <DatesDialog isOpen={areDatesOpen} rows={chosen} acts={acts} onClose={() => openDates(false)} />
    </section>
  );
}
