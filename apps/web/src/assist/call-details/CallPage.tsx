import type { CallDetails } from '@earth/contracts';
import { IconPhoneOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { ApiError, useMe } from '../../platform';
import { callQuery } from '../../shared/call-queries';
import { ButtonLink } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { BackButton } from '../../ui/page/BackButton';
import { PageTitle } from '../../ui/page/SettingsPage';
import { readable, toRecord, useLabels, useRecordWords, useSubjects } from '../history';
import { Actions } from './Actions';
import styles from './call-page.module.css';
import { Facts } from './Facts';
import { Labels } from './Labels';
import { Messages } from './Messages';
import { Notes } from './Notes';
import { Ratings } from './Ratings';
import { Recordings } from './recordings/Recordings';
import { Report } from './report/Report';
import { Snapshots } from './Snapshots';
import { texts } from './texts';
import { wasInside } from './words';

function Page({ item }: { readonly item: CallDetails }) {
  const t = useTexts(texts);
  const me = useMe();
  const record = toRecord(item, me.uniqueId);
  const words = useRecordWords();
  const subject = useSubjects([record]).get(record.id);
  const labels = useLabels([record]).get(record.id);
  const title = t('callWith', { name: words.names(record) });
  useTitle(title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Actions record={record} subject={subject} />
      <Facts record={record} subject={subject} />
      <Labels item={item} labels={labels} />
      <Notes item={item} />
      <Ratings callId={record.id} />
      {wasInside(item, me.uniqueId) ? (
        <>
          <Recordings item={item} />
          <Snapshots item={item} />
          <Messages callId={record.id} />
        </>
      ) : (
        <p className={styles.none}>{t('notInside')}</p>
      )}
      <Report item={item} record={record} subject={subject} labels={readable(labels)} />
    </>
  );
}

/** Shown if the user was not in the call, without revealing whether it exists, and for an address without an id. */
const isNotThere = (error: unknown) => error instanceof ApiError && (error.code === 404 || error.code === 400);

function State({ callId }: { readonly callId: string }) {
  const t = useTexts(texts);
  const query = useQuery(callQuery(callId));
  if (isNotThere(query.error)) {
    return (
      <Empty icon={<IconPhoneOff size={40} stroke={1.75} aria-hidden="true" />} title={t('gone')} line={t('goneLine')}>
        <ButtonLink to="/" kind="filled">
          {t('toCalls')}
        </ButtonLink>
      </Empty>
    );
  }
  if (query.data) return <Page item={query.data} />;
  if (query.isPending) return <SkeletonRows count={4} />;
  return <Failed title={t('failed')} line={query.error.message} onRetry={() => void query.refetch()} />;
}

/** The page of a call: people, times, outcome, snapshots, messages and notes. */
export function CallPage() {
  const t = useTexts(texts);
  const { callId = '' } = useParams({ strict: false });
  return (
    <article className={styles.page}>
      <BackButton to="/" label={t('back')} />
      <State key={callId} callId={callId} />
    </article>
  );
}
