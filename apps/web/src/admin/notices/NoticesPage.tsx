import type { CallData, CompanyNotice, listNotices } from '@earth/contracts';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { FilledButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog } from '../../ui/overlay/Dialog';
import { NothingHere } from '../../ui/page/NotFound';
import { QuietLine, SettingsPage, TitleRow } from '../../ui/page/SettingsPage';
import { RowLink } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowLine, RuledList } from '../../ui/rows/RuledRow';
import { BackToSections } from '../shell';
import { NoticeDetail } from './NoticeDetail';
import { emptyNotice, NoticeForm } from './NoticeForm';
import { noticesQuery } from './queries';
import { texts } from './texts';
import { useStateWords } from './use-when';

function NewNotice() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <FilledButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('new')}
      </FilledButton>
      <Dialog isOpen={isOpen} onClose={close} title={t('newTitle')} closeOnClickOutside={false} width={560}>
        <NoticeForm
          name="new notice"
          first={emptyNotice}
          onClose={close}
          readNewer={async () => emptyNotice}
          onSave={async (typed) => {
            const { id } = await api.createNotice(typed);
            await client.invalidateQueries({ queryKey: noticesQuery.queryKey });
            close();
            await navigate({ to: '/admin/notices', search: { notice: id } });
          }}
        />
      </Dialog>
    </>
  );
}

function Row({ notice }: { readonly notice: CompanyNotice }) {
  const t = useTexts(texts);
  const words = useStateWords(notice);
  const isItalian = useContentLanguage() === 'it';
  const { id, titleEn, titleIt, state, wanted, delivered, failed } = notice;
  return (
    <LinkedRuledRow
      title={
        <RowLink to="/admin/notices" search={{ notice: id }} dir="auto">
          {isItalian ? titleIt : titleEn}
        </RowLink>
      }
    >
      <RowLine>{words}</RowLine>
      {(state === 'sending' || state === 'sent') && wanted > 0 && (
        <RowLine>{t('pushes', { wanted, delivered, failed })}</RowLine>
      )}
    </LinkedRuledRow>
  );
}

function List({ items, subscribers }: CallData<typeof listNotices>) {
  const t = useTexts(texts);
  return (
    <>
      <BackToSections />
      <TitleRow title={t('title')}>
        <NewNotice />
      </TitleRow>
      <QuietLine>{t('intro')}</QuietLine>
      <QuietLine>{t('subscribers', { count: subscribers })}</QuietLine>
      {items.length === 0 ? (
        <Empty
          icon={<IconSpeakerphone size={40} stroke={1.75} aria-hidden="true" />}
          title={t('none')}
          line={t('noneLine')}
        />
      ) : (
        <RuledList aria-label={t('title')}>
          {items.map((notice) => (
            <Row key={notice.id} notice={notice} />
          ))}
        </RuledList>
      )}
    </>
  );
}

/** The notices of the company, and one of them if the address names one; for admins. */
export function NoticesPage() {
  const t = useTexts(texts);
  const { notice: id } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(noticesQuery);
  useTitle(t('title'));
  const opened = data?.items.find((one) => one.id === id);
  if (data && id !== undefined && !opened) return <NothingHere />;
  return (
    <SettingsPage>
      {!data && <BackToSections />}
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} picture={0} />}
      {data && opened && <NoticeDetail key={opened.id} notice={opened} subscribers={data.subscribers} />}
      {data && !opened && <List {...data} />}
    </SettingsPage>
  );
}
