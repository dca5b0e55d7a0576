import {
  type CallHistoryItem,
  type CallRecording,
  deleteCallRecording,
  isController,
  isGenuine,
} from '@earth/contracts';
import { IconDownload, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendCall, useMe } from '../../../platform';
import { saveFile } from '../../../shared/device/save-file';
import { formatClock, formatFileDate, formatTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { LineButton } from '../../../ui/controls/Button';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { Failed } from '../../../ui/feedback/Notice';
import { Progress } from '../../../ui/feedback/Progress';
import { Unprotected } from '../../../ui/feedback/Unprotected';
import { Question } from '../../../ui/overlay/Question';
import { Film } from './Film';
import { recordingsQuery } from './queries';
import styles from './recordings.module.css';
import { texts } from './texts';
import { usePlaying } from './use-playing';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface RecordingProps {
  readonly recording: CallRecording;
  /** 1 for the first of the call. */
  readonly number: number;
  /** Who recorded. */
  readonly name: string;
}

function Delete({ recording, number }: RecordingProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [isAsking, ask] = useState(false);
  const { callUniqueId: id, uniqueId: recordingId } = recording;
  const deleting = useMutation({
    mutationFn: () => sendCall(deleteCallRecording, { id, recordingId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: recordingsQuery(id).queryKey }),
  });
  return (
    <>
      <LineButton
        icon={<IconTrash {...icon} />}
        aria-label={t('deleteThis', { number })}
        onClick={() => {
          deleting.reset();
          ask(true);
        }}
      >
        {t('delete')}
      </LineButton>
      <Question
        isOpen={isAsking}
        title={t('deleteQuestion', { number })}
        yes={t('delete')}
        isDanger
        isBusy={deleting.isPending}
        problem={deleting.error && { words: deleting.error.message }}
        onYes={() => deleting.mutate()}
        onClose={() => ask(false)}
      >
        <p>{t('deleteLine')}</p>
      </Question>
    </>
  );
}

function Recording(props: RecordingProps) {
  const { recording, number, name } = props;
  const t = useTexts(texts);
  const language = useLanguage();
  const me = useMe();
  const { gone, isBusy, isFailed, opened, playable, play, playFile, save } = usePlaying(recording);
  const date = new Date(recording.date);
  const fileName = t('fileName', { date: formatFileDate(date), number });
  const mayDelete = isController(me.role.code) || recording.contactUniqueId === me.uniqueId;
  const length = formatClock(Math.round(recording.milliseconds / 1000));
  const hasHead = recording.pieces[0]?.number === 0;
  const hasGaps = recording.pieces.length <= (recording.pieces.at(-1)?.number ?? 0);
  return (
    <li className={styles.item}>
      {playable && <Film number={number} playable={playable} onRefused={playFile} />}
      <p>
        {t('recording', { number })}
        <span className={styles.meta}> {t('caption', { name, time: formatTime(date, language), length })}</span>
      </p>
      <Unprotected scheme={recording.cryptoSchema} />
      {hasGaps && <p className={styles.meta}>{t(hasHead ? 'gaps' : 'headless')}</p>}
      <div role="status">
        {isBusy && <Progress label={t('loading', { number })} value={gone} />}
        {isFailed && <p className={styles.failed}>{t('loadFailed')}</p>}
        {opened === null && <p>{t('notForYou')}</p>}
        {opened && !isGenuine(opened) && <NotGenuine />}
      </div>
      <div className={styles.actions}>
        {hasHead && !playable && (
          <LineButton
            icon={<IconPlayerPlay {...icon} />}
            aria-label={t('playThis', { number })}
            aria-disabled={isBusy}
            onClick={play}
          >
            {t('play')}
          </LineButton>
        )}
        {hasHead && (
          <LineButton
            icon={<IconDownload {...icon} />}
            aria-label={t('downloadThis', { number })}
            aria-disabled={isBusy}
            onClick={() => save((file) => saveFile(file, fileName))}
          >
            {t('download')}
          </LineButton>
        )}
        {mayDelete && <Delete {...props} />}
      </div>
    </li>
  );
}

/** The recordings of a call. A call without one has no such section. */
export function Recordings({ item }: { readonly item: CallHistoryItem }) {
  const t = useTexts(texts);
  const query = useQuery(recordingsQuery(item.call.uniqueId));
  const recordings = query.data ?? [];
  const nameOf = ({ contactUniqueId }: CallRecording) =>
    item.participants.find(({ contact }) => contact.uniqueId === contactUniqueId)?.contact.name ?? '';
  if (recordings.length === 0 && !query.isError) return null;
  return (
    <section className={styles.section} aria-labelledby="call-recordings">
      <h2 id="call-recordings">{t('recordings')}</h2>
      {query.isError && !query.data && (
        <Failed title={t('failed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      <ul className={styles.list} aria-labelledby="call-recordings">
        {recordings.map((recording, index) => (
          <Recording key={recording.uniqueId} recording={recording} number={index + 1} name={nameOf(recording)} />
        ))}
      </ul>
    </section>
  );
}
