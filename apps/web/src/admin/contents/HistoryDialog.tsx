import type { ContentTableRow, HistoryEntry } from '@earth/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { api } from '../../platform';
import { LineButton, QuietButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { RowLine, RuledRow } from '../../ui/rows/RuledRow';
import styles from './contents.module.css';
import { historyQuery, TABLE } from './queries';
import { texts } from './texts';
import { changedWords, momentWords } from './words';

interface VersionProps {
  readonly entry: HistoryEntry;
  readonly isCurrent: boolean;
  readonly onRestore: () => void;
}

function Version({ entry: { at, by, changed }, isCurrent, onRestore }: VersionProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const when = momentWords(at, language);
  return (
    <RuledRow
      title={when}
      trail={
        isCurrent ? (
          <RowLine>{t('current')}</RowLine>
        ) : (
          <LineButton aria-label={t('restoreThis', { when })} onClick={onRestore}>
            {t('restore')}
          </LineButton>
        )
      }
    >
      <RowLine>{by ?? t('someone')}</RowLine>
      <RowLine>
        {changed.length === 0 ? t('firstVersion') : t('whatChanged', { fields: changedWords(changed, t, language) })}
      </RowLine>
    </RuledRow>
  );
}

function Versions({ row: { id } }: { readonly row: ContentTableRow }) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(historyQuery(id));
  const { ask, problem } = useRequest();
  const restore = (version: number) =>
    ask(async () => {
      await api.restoreVersion({ contentId: id, version, newest: data?.[0]?.id });
      await Promise.all([refetch(), queryClient.invalidateQueries({ queryKey: TABLE })]);
      showToast(t('restored'));
    });
  if (!data && error) return <Failed title={t('historyFailed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} picture={0} />;
  if (data.length === 0)
    return (
      <Empty
        icon={<IconHistory size={40} stroke={1.75} aria-hidden="true" />}
        title={t('noHistory')}
        line={t('noHistoryLine')}
      />
    );
  return (
    <>
      <p className={styles.line}>{t('filesStay')}</p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
      <ol className={styles.versions}>
        {data.map((entry, index) => (
          <Version key={entry.id} entry={entry} isCurrent={index === 0} onRestore={() => void restore(entry.id)} />
        ))}
      </ol>
    </>
  );
}

/** The versions of a content, of which each older one can be restored. */
export function HistoryDialog({
  row,
  onClose,
}: {
  readonly row: ContentTableRow | null;
  readonly onClose: () => void;
}) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen={row !== null} onClose={onClose} title={t('historyOf', { title: row?.title ?? '' })} width={560}>
      {row && <Versions row={row} />}
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('close')}</QuietButton>
      </DialogAnswers>
    </Dialog>
  );
}
