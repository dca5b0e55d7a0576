import {
  changeWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { formatDay, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useNow } from '../../shared/use-now';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Switch } from '../../ui/controls/Switch';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog } from '../../ui/overlay/Dialog';
import { Question } from '../../ui/overlay/Question';
import { SecretDialog } from '../../ui/overlay/SecretDialog';
import { BackLink, PageSection, PageTitle, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { deliveriesQuery, webhooksQuery } from './queries';
import { texts } from './texts';
import { WebhookForm } from './WebhookForm';
import styles from './webhooks.module.css';
import { deliveryWords, eventWords } from './words';

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const say = (moment: string) => {
    const date = new Date(moment);
    return `${formatDay(date, now, language)}, ${formatTime(date, language)}`;
  };
  const { event, date, state, nextDate } = delivery;
  return (
    <RuledRow title={eventWords(event, t)}>
      <RowLine>
        <span className={state === 'failed' ? styles.off : undefined}>{deliveryWords(delivery, t)}</span>
        {state === 'waiting' && nextDate !== null && ` · ${t('nextAt', { when: say(nextDate) })}`}
      </RowLine>
      <RowLine>{say(date)}</RowLine>
    </RuledRow>
  );
}

function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(deliveriesQuery(webhookId));
  return (
    <PageSection title={t('deliveries')}>
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} picture={0} />}
      {data?.length === 0 && <QuietLine>{t('noDeliveries')}</QuietLine>}
      {data && data.length > 0 && (
        <RuledList aria-label={t('deliveries')}>
          {data.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </RuledList>
      )}
    </PageSection>
  );
}

interface ActsProps {
  readonly webhook: Webhook;
}

/** `delete`, `renew`: asked first. */
type Open = 'change' | 'delete' | 'renew' | null;

function Acts({ webhook: { id: webhookId, url, events, disabledDate } }: ActsProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ask, isBusy, problem, forget } = useRequest();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const close = () => {
    forget();
    setOpen(null);
  };
  const test = async () => {
    await sendCall(testWebhook, { webhookId });
    await refresh();
    showToast(t('testSent'));
  };
  const renew = async () => {
    setSecret((await sendCall(renewWebhookSecret, { webhookId })).secret);
    setOpen(null);
  };
  const remove = async () => {
    await sendCall(deleteWebhook, { webhookId });
    await navigate({ to: '/admin/webhooks', search: {}, replace: true });
    await refresh();
  };
  const turn = async (isOn: boolean) => {
    await sendCall(changeWebhook, { webhookId, isOn });
    await refresh();
  };
  return (
    <>
      <Switch label={t('isOn')} isOn={disabledDate === null} onChange={(isOn) => void ask(() => turn(isOn))} />
      <div className={styles.acts}>
        <FilledButton aria-disabled={isBusy} onClick={() => void ask(test)}>
          {t('sendTest')}
        </FilledButton>
        <QuietButton onClick={() => setOpen('change')}>{t('change')}</QuietButton>
        <QuietButton onClick={() => setOpen('renew')}>{t('renew')}</QuietButton>
        <QuietButton isDanger onClick={() => setOpen('delete')}>
          {t('delete')}
        </QuietButton>
      </div>
      {open === null && <ProblemLine id="webhook-problem" problem={problem} say={t} />}
      <Dialog isOpen={open === 'change'} onClose={close} title={t('changeTitle')} closeOnClickOutside={false}>
        <WebhookForm
          first={{ url, events }}
          answer={t('save')}
          onClose={close}
          onSend={async (typed) => {
            await sendCall(changeWebhook, { webhookId, ...typed });
            await refresh();
            close();
          }}
        />
      </Dialog>
      <Question
        isOpen={open === 'delete' || open === 'renew'}
        title={t(open === 'renew' ? 'renewTitle' : 'deleteTitle')}
        yes={t(open === 'renew' ? 'renew' : 'delete')}
        isDanger={open === 'delete'}
        isBusy={isBusy}
        problem={problem}
        onYes={() => void ask(open === 'renew' ? renew : remove)}
        onClose={close}
      >
        <p>{t(open === 'renew' ? 'renewLine' : 'deleteLine')}</p>
      </Question>
      <SecretDialog
        secret={secret}
        title={t('secretTitle')}
        line={t('secretRenewed')}
        onClose={() => setSecret(null)}
      />
    </>
  );
}

/** One webhook: what it is sent, and what became of it. */
export function WebhookDetail({ webhook }: ActsProps) {
  const t = useTexts(texts);
  const { id, url, events, disabledDate, failures } = webhook;
  const isOff = disabledDate !== null;
  return (
    <>
      <BackLink to="/admin/webhooks" search={{}} label={t('backToList')} />
      <PageTitle dir="ltr">{url}</PageTitle>
      <QuietLine>{events.map((event) => eventWords(event, t)).join(' · ')}</QuietLine>
      {isOff && failures > 0 && <p className={styles.off}>{t('offFailed')}</p>}
      {!isOff && failures > 0 && <p className={styles.off}>{t('failures', { count: failures })}</p>}
      <Acts webhook={webhook} />
      <Deliveries webhookId={id} />
    </>
  );
}
