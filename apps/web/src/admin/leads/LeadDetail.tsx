import { createMutex } from '@earth/async';
import { type LeadItem, type LeadState, leadStates } from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { api } from '../../platform';
import { Failed } from '../../ui/feedback/Notice';
import { Segmented } from '../../ui/controls/Segmented';
import { Fact, Facts } from '../../ui/page/Facts';
import { BackLink, PageTitle } from '../../ui/page/SettingsPage';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import styles from './leads.module.css';
import { Notes } from './notes';
import { LEADS, leadQuery } from './queries';
import { texts } from './texts';
import { countryOf, nameOf, professionOf } from './words';

function LeadFacts({ item: { date, sentDate, lead } }: { readonly item: LeadItem }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const say = (moment: string) =>
    `${formatDate(new Date(moment), language)}, ${formatTime(new Date(moment), language)}`;
  const place = [`${lead.addressZip} ${lead.addressCity}`.trim(), lead.addressStateOrProvince];
  return (
    <Facts>
      <Fact name={t('email')}>
        {lead.email && <a href={`mailto:${encodeURIComponent(lead.email).replace('%40', '@')}`}>{lead.email}</a>}
      </Fact>
      <Fact name={t('phone')}>{lead.phone && <a href={`tel:${lead.phone}`}>{lead.phone}</a>}</Fact>
      <Fact name={t('occupation')}>{professionOf(lead, t)}</Fact>
      <Fact name={t('place')}>{[...place, countryOf(lead, language)].filter((part) => part !== '').join(', ')}</Fact>
      <Fact name={t('brand')}>{lead.brand}</Fact>
      <Fact name={t('subject')}>{lead.subject}</Fact>
      <Fact name={t('message')}>{lead.notesInfo && <Notes html={lead.notesInfo} />}</Fact>
      <Fact name={t('newsletter')}>{t(lead.consentNewsletter1 ? 'yes' : 'no')}</Fact>
      <Fact name={t('date')}>{say(date)}</Fact>
      <Fact name={t('forwarded')}>{sentDate === null ? '' : say(sentDate)}</Fact>
    </Facts>
  );
}

function Opened({ item }: { readonly item: LeadItem }) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const { ask, problem } = useRequest();
  const { uniqueId: leadId, state, lead } = item;
  const [runAlone] = useState(createMutex);
  const last = useRef<LeadState>(state);
  /** Serialized, so that the server ends with the last choice; only that is shown. */
  async function change(next: LeadState) {
    last.current = next;
    const show = (shown: LeadItem) => {
      if (last.current === next) queryClient.setQueryData(leadQuery(leadId).queryKey, shown);
    };
    show({ ...item, state: next });
    try {
      show(await runAlone(() => api.changeLead({ leadId, state: next })));
    } catch (error) {
      show(item);
      throw error;
    }
    await queryClient.invalidateQueries({ queryKey: LEADS });
  }
  // Opening a lead marks it as read. This runs beside a choice, which need not wait; if it fails, the lead stays new.
  useEffect(() => {
    if (state === 'new') change('read').catch(() => undefined);
    // Once per lead: a user who sets it back to «new» afterwards means it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [leadId]);
  return (
    <>
      <PageTitle dir="auto">{nameOf(lead, t)}</PageTitle>
      <Segmented
        label={t('state')}
        value={state}
        options={leadStates.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => void ask(() => change(next))}
      />
      {problem && (
        <p role="alert" className={styles.problem}>
          {t('stateFailed', { why: problem.words })}
        </p>
      )}
      <LeadFacts item={item} />
    </>
  );
}

export function LeadDetail({ leadId }: { readonly leadId: string }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(leadQuery(leadId));
  return (
    <>
      <BackLink to="/admin/leads" search={{}} label={t('backToList')} />
      {!data && error && <Failed title={t('oneFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} picture={0} />}
      {data && <Opened key={leadId} item={data} />}
    </>
  );
}
