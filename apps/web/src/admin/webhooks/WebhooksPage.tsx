import { createWebhook, type Webhook, webhookEvents, WEBHOOKS_MAX } from '@earth/contracts';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { FilledButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog } from '../../ui/overlay/Dialog';
import { SecretDialog } from '../../ui/overlay/SecretDialog';
import { NothingHere } from '../../ui/page/NotFound';
import { QuietLine, SettingsPage, TitleRow } from '../../ui/page/SettingsPage';
import { RowLink } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowLine, RuledList } from '../../ui/rows/RuledRow';
import { BackToSections } from '../shell';
import { webhooksQuery } from './queries';
import { texts } from './texts';
import { WebhookDetail } from './WebhookDetail';
import { WebhookForm } from './WebhookForm';
import styles from './webhooks.module.css';
import { eventWords } from './words';

function NewWebhook() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <FilledButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('new')}
      </FilledButton>
      <Dialog isOpen={isOpen} onClose={close} title={t('newTitle')} closeOnClickOutside={false}>
        <WebhookForm
          first={{ url: '', events: [...webhookEvents] }}
          answer={t('make')}
          onClose={close}
          onSend={async (typed) => {
            const made = await sendCall(createWebhook, typed);
            close();
            setSecret(made.secret);
            await client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
          }}
        />
      </Dialog>
      <SecretDialog secret={secret} title={t('secretTitle')} line={t('secretLine')} onClose={() => setSecret(null)} />
    </>
  );
}

function Row({ webhook: { id, url, events, disabledDate, failures } }: { readonly webhook: Webhook }) {
  const t = useTexts(texts);
  const isOff = disabledDate !== null;
  return (
    <LinkedRuledRow
      title={
        <RowLink to="/admin/webhooks" search={{ webhook: id }} dir="ltr">
          {url}
        </RowLink>
      }
      trail={
        isOff || failures > 0 ? (
          <span className={styles.off}>{t(isOff ? 'off' : 'failing')}</span>
        ) : (
          <RowLine>{t('on')}</RowLine>
        )
      }
    >
      <RowLine>{events.map((event) => eventWords(event, t)).join(' · ')}</RowLine>
    </LinkedRuledRow>
  );
}

function List({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const t = useTexts(texts);
  return (
    <>
      <BackToSections />
      <TitleRow title={t('title')}>{webhooks.length < WEBHOOKS_MAX && <NewWebhook />}</TitleRow>
      <QuietLine>{t('intro')}</QuietLine>
      {webhooks.length === 0 ? (
        <Empty
          icon={<IconWebhook size={40} stroke={1.75} aria-hidden="true" />}
          title={t('none')}
          line={t('noneLine')}
        />
      ) : (
        <RuledList aria-label={t('title')}>
          {webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </RuledList>
      )}
    </>
  );
}

/** The webhooks of the company, and one of them if the address names one; for admins. */
export function WebhooksPage() {
  const t = useTexts(texts);
  const { webhook: id } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(webhooksQuery);
  useTitle(t('title'));
  const opened = data?.find((one) => one.id === id);
  if (data && id !== undefined && !opened) return <NothingHere />;
  return (
    <SettingsPage>
      {!data && <BackToSections />}
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} picture={0} />}
      {opened && <WebhookDetail key={opened.id} webhook={opened} />}
      {data && !opened && <List webhooks={data} />}
    </SettingsPage>
  );
}
