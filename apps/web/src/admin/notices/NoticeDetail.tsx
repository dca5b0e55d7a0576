import type { CompanyNotice } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Dialog } from '../../ui/overlay/Dialog';
import { Question } from '../../ui/overlay/Question';
import { BackLink, PageSection, PageTitle, QuietLine } from '../../ui/page/SettingsPage';
import { type NoticeBase, wordsOf } from './model/notice-merge';
import { NoticeForm } from './NoticeForm';
import styles from './notices.module.css';
import { PlanForm } from './PlanForm';
import { noticesQuery } from './queries';
import { texts } from './texts';
import { useStateWords } from './use-when';

interface PreviewProps {
  readonly language: string;
  readonly lang: 'en' | 'it';
  readonly title: string;
  readonly text: string;
}

/** Like a notification on a phone. */
const Preview = ({ language, lang, title, text }: PreviewProps) => (
  <figure className={styles.preview}>
    <figcaption>{language}</figcaption>
    <div className={styles.card} lang={lang}>
      <strong>{title}</strong>
      {text && <p>{text}</p>}
    </div>
  </figure>
);

interface NoticeProps {
  readonly notice: CompanyNotice;
  readonly subscribers: number;
}

type Open = 'change' | 'send' | 'plan' | 'delete' | null;

function useActs({ id: noticeId, version }: CompanyNotice) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ask, isBusy, problem, forget } = useRequest();
  const [open, setOpen] = useState<Open>(null);
  const refresh = () => client.invalidateQueries({ queryKey: noticesQuery.queryKey });
  const close = () => {
    forget();
    setOpen(null);
  };
  const done = async (words?: string) => {
    await refresh();
    setOpen(null);
    if (words !== undefined) showToast(words);
  };
  /** What somebody else has changed meanwhile is shown before it is sent. */
  const sendShown = async (at?: string) => {
    try {
      await api.sendNotice({ noticeId, basedOn: version, at });
    } catch (error) {
      if (error instanceof ApiError && error.error === 'contentChanged') await refresh();
      throw error;
    }
  };
  return {
    ask,
    isBusy,
    problem,
    open,
    setOpen,
    close,
    async change(typed: Parameters<typeof api.createNotice>[0], basedOn: number) {
      await api.changeNotice({ noticeId, basedOn, ...typed });
      await done();
    },
    async readNewer(): Promise<NoticeBase> {
      const { items } = await client.query({ ...noticesQuery, staleTime: 0 });
      const found = items.find(({ id }) => id === noticeId);
      if (!found) throw new Error(t('isGone'));
      return { version: found.version, words: wordsOf(found) };
    },
    async send() {
      await sendShown();
      await done(t('isSent'));
    },
    async plan(at: string) {
      await sendShown(at);
      await done(t('isPlanned'));
    },
    async withdraw() {
      await api.withdrawNotice({ noticeId });
      await done();
    },
    async remove() {
      await api.deleteNotice({ noticeId });
      await navigate({ to: '/admin/notices', search: {}, replace: true });
      await refresh();
    },
  };
}
type Acts = ReturnType<typeof useActs>;

function Buttons({ notice: { state }, acts }: { readonly notice: CompanyNotice; readonly acts: Acts }) {
  const t = useTexts(texts);
  const { ask, isBusy, setOpen } = acts;
  const isUnsent = state === 'draft' || state === 'waiting';
  return (
    <div className={styles.acts}>
      {isUnsent && <FilledButton onClick={() => setOpen('send')}>{t('send')}</FilledButton>}
      {isUnsent && (
        <QuietButton onClick={() => setOpen('plan')}>{t(state === 'draft' ? 'plan' : 'planAgain')}</QuietButton>
      )}
      {state === 'waiting' && (
        <QuietButton aria-disabled={isBusy} onClick={() => void ask(acts.withdraw)}>
          {t('withdraw')}
        </QuietButton>
      )}
      {isUnsent && <QuietButton onClick={() => setOpen('change')}>{t('change')}</QuietButton>}
      <QuietButton isDanger onClick={() => setOpen('delete')}>
        {t('delete')}
      </QuietButton>
    </div>
  );
}

/** A notice with what can be done with it. */
export function NoticeDetail({ notice, subscribers }: NoticeProps) {
  const t = useTexts(texts);
  const acts = useActs(notice);
  const words = useStateWords(notice);
  const { ask, close, isBusy, open, problem } = acts;
  const { titleEn, textEn, titleIt, textIt, content, state, wanted, delivered, failed } = notice;
  return (
    <>
      <BackLink to="/admin/notices" search={{}} label={t('back')} />
      <PageTitle>{titleEn}</PageTitle>
      <QuietLine role="status">{words}</QuietLine>
      {(state === 'sending' || state === 'sent') && <QuietLine>{t('pushes', { wanted, delivered, failed })}</QuietLine>}
      <Buttons notice={notice} acts={acts} />
      {open === null && <ProblemLine id="notice-problem" problem={problem} say={t} />}
      <PageSection title={t('preview')}>
        <div className={styles.previews}>
          <Preview language={t('english')} lang="en" title={titleEn} text={textEn} />
          <Preview language={t('italian')} lang="it" title={titleIt} text={textIt} />
        </div>
        {content && (
          <p>
            {t('content')}: {content.title}
          </p>
        )}
      </PageSection>
      <Dialog
        isOpen={open === 'change'}
        onClose={close}
        title={t('changeTitle')}
        closeOnClickOutside={false}
        width={560}
      >
        <NoticeForm
          name={`notice ${notice.id}`}
          first={{ version: notice.version, words: wordsOf(notice) }}
          readNewer={acts.readNewer}
          onSave={acts.change}
          onClose={close}
        />
      </Dialog>
      <Dialog isOpen={open === 'plan'} onClose={close} title={t('planTitle')} closeOnClickOutside={false}>
        <PlanForm onSend={acts.plan} onClose={close} />
      </Dialog>
      <Question
        isOpen={open === 'send'}
        title={t('sendTitle')}
        yes={t('send')}
        isBusy={isBusy}
        problem={problem}
        onYes={() => void ask(acts.send)}
        onClose={close}
      >
        <p>{t('sendLine', { count: subscribers })}</p>
      </Question>
      <Question
        isOpen={open === 'delete'}
        title={t('deleteTitle')}
        yes={t('delete')}
        isDanger
        isBusy={isBusy}
        problem={problem}
        onYes={() => void ask(acts.remove)}
        onClose={close}
      >
        <p>{t('deleteLine')}</p>
      </Question>
    </>
  );
}
