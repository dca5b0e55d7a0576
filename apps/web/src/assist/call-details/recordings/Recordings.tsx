import {
  type CallHistoryItem,
  type CallRecording,
  deleteCallRecording,
  isController,
  isGenuine,
} from '@earth/contracts';
import { IconDownload, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { sendCall, useMe } from '../../../platform';
import { saveFile } from '../../../platform/storage/save-file';
import { formatClock, formatFileDate, formatTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { LineButton } from '../../../ui/controls/Button';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { Failed } from '../../../ui/feedback/Notice';
import { Progress } from '../../../ui/feedback/Progress';
import { Unprotected } from '../../../ui/feedback/Unprotected';
import { Question } from '../../../ui/overlay/Question';
import { useBroken } from '../../../ui/pictures/use-broken';
import { recordingFileQuery, recordingsQuery } from './queries';
import styles from './recordings.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface RecordingProps {
  readonly recording: CallRecording;
  /** 1 for the first of the call. */
  readonly number: number;
  /** Who recorded. */
  readonly name: string;
}

function Film({ blob, number }: { readonly blob: Blob; readonly number: number }) {
  const t = useTexts(texts);
  const [isBroken, onBroken] = useBroken(blob);
  const show = useCallback(
    (video: HTMLVideoElement) => {
      const url = URL.createObjectURL(blob);
      video.src = url;
      // Asked for by the user; where the browser refuses, its controls remain.
      video.play().catch(() => undefined);
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  if (isBroken) return <p role="status">{t('broken')}</p>;
  return (
    <video
      ref={show}
      className={styles.film}
      controls
      playsInline
      aria-label={t('recording', { number })}
      onError={onBroken}
    />
  );
}

/** Loads and opens the recording when it is first wanted. */
function useFile(recording: CallRecording) {
  const queries = useQueryClient();
  const [gone, setGone] = useState(0);
  const [isPlayed, setPlayed] = useState(false);
  const query = recordingFileQuery(recording, setGone);
  const loading = useMutation({ mutationFn: () => queries.query({ ...query, staleTime: 'static' }) });
  const { data } = loading;
  const load = (then: (file: Blob) => void) =>
    loading.isPending || loading.mutate(undefined, { onSuccess: (file) => file && isGenuine(file) && then(file) });
  return { data, gone, isPlayed, load, loading, play: () => load(() => setPlayed(true)) };
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
  const { data, gone, isPlayed, load, loading, play } = useFile(recording);
  const date = new Date(recording.date);
  const save = (file: Blob) => saveFile(file, t('fileName', { date: formatFileDate(date), number }));
  const mayDelete = isController(me.role.code) || recording.contactUniqueId === me.uniqueId;
  const length = formatClock(Math.round(recording.milliseconds / 1000));
  const hasGaps = recording.pieces.length <= (recording.pieces.at(-1) ?? 0);
  return (
    <li className={styles.item}>
      {isPlayed && data && isGenuine(data) && <Film blob={data} number={number} />}
      <p>
        {t('recording', { number })}
        <span className={styles.meta}> {t('caption', { name, time: formatTime(date, language), length })}</span>
      </p>
      <Unprotected scheme={recording.cryptoSchema} />
      {hasGaps && <p className={styles.meta}>{t('gaps')}</p>}
      <div role="status">
        {loading.isPending && <Progress label={t('loading', { number })} value={gone} />}
        {loading.isError && <p className={styles.failed}>{t('loadFailed')}</p>}
        {data === null && <p>{t('notForYou')}</p>}
        {data && !isGenuine(data) && <NotGenuine />}
      </div>
      <div className={styles.actions}>
        {!isPlayed && (
          <LineButton
            icon={<IconPlayerPlay {...icon} />}
            aria-label={t('playThis', { number })}
            aria-disabled={loading.isPending}
            onClick={play}
          >
            {t('play')}
          </LineButton>
        )}
        <LineButton
          icon={<IconDownload {...icon} />}
          aria-label={t('downloadThis', { number })}
          aria-disabled={loading.isPending}
          onClick={() => load(save)}
        >
          {t('download')}
        </LineButton>
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
