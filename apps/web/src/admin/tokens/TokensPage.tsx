import { type ApiToken, createToken, endToken, TOKENS_MAX } from '@earth/contracts';
import { IconApi, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { linkTo } from '../../platform/server-address';
import { formatAgo, formatDateOfContent } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useNow } from '../../shared/use-now';
import { useRequest } from '../../shared/use-request';
import { useTitle } from '../../shared/use-title';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog } from '../../ui/overlay/Dialog';
import { Question } from '../../ui/overlay/Question';
import { SecretDialog } from '../../ui/overlay/SecretDialog';
import { QuietLine, SettingsPage, TitleRow } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { BackToSections } from '../shell';
import { tokensQuery } from './queries';
import { texts } from './texts';
import { TokenForm } from './TokenForm';
import styles from './tokens.module.css';

const DAY_MS = 24 * 3600_000;
/** From so many days before its end on a row says when. */
const SOON_DAYS = 7;

function NewToken() {
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
      <Dialog isOpen={isOpen} onClose={close} title={t('new')} closeOnClickOutside={false}>
        <TokenForm
          onClose={close}
          onMake={async (wanted) => {
            setSecret((await sendCall(createToken, wanted)).token);
            close();
            await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
          }}
        />
      </Dialog>
      <SecretDialog secret={secret} title={t('secretTitle')} line={t('secretLine')} onClose={() => setSecret(null)} />
    </>
  );
}

function EndButton({ apiToken: { id: tokenId, name } }: RowProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { ask, isBusy, problem, forget } = useRequest();
  const [isAsked, setAsked] = useState(false);
  const end = async () => {
    await sendCall(endToken, { tokenId });
    showToast(t('ended', { name }));
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  };
  return (
    <>
      <QuietButton isDanger aria-label={t('endOne', { name })} onClick={() => setAsked(true)}>
        {t('end')}
      </QuietButton>
      <Question
        isOpen={isAsked}
        title={t('endTitle', { name })}
        yes={t('end')}
        isDanger
        isBusy={isBusy}
        problem={problem}
        onYes={() => void ask(end)}
        onClose={() => {
          forget();
          setAsked(false);
        }}
      >
        <p>{t('endLine')}</p>
      </Question>
    </>
  );
}

interface RowProps {
  readonly apiToken: ApiToken;
}

function Row({ apiToken }: RowProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const { name, scopes, lastFour, createdBy, expiresDate, lastUsedDate } = apiToken;
  const expires = new Date(expiresDate);
  const days = Math.ceil((expires.getTime() - now.getTime()) / DAY_MS);
  const words = { read: 'readContents', write: 'writeContents', leads: 'readLeads', people: 'managePeople' } as const;
  const used =
    lastUsedDate === null ? t('unused') : t('used', { when: formatAgo(new Date(lastUsedDate), now, language) });
  return (
    <RuledRow title={<span dir="auto">{name}</span>} trail={<EndButton apiToken={apiToken} />}>
      <RowLine>{scopes.map((scope) => t(words[scope])).join(' · ')}</RowLine>
      {scopes.includes('people') && <RowLine>{t('scimAt', { address: linkTo('/scim/v2') })}</RowLine>}
      <RowLine>{t('known', { lastFour, date: formatDateOfContent(expires, language) })}</RowLine>
      {days <= SOON_DAYS && (
        <RowLine>
          <span className={styles.off}>{days > 0 ? t('endsSoon', { count: days }) : t('expired')}</span>
        </RowLine>
      )}
      <RowLine>{createdBy === null ? used : t('made', { name: createdBy, used })}</RowLine>
    </RuledRow>
  );
}

function List({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const t = useTexts(texts);
  const isFull = tokens.length >= TOKENS_MAX;
  return (
    <>
      <BackToSections />
      <TitleRow title={t('title')}>{!isFull && <NewToken />}</TitleRow>
      <QuietLine>{t('intro')}</QuietLine>
      {isFull && <QuietLine>{t('full', { count: tokens.length })}</QuietLine>}
      {tokens.length === 0 ? (
        <Empty icon={<IconApi size={40} stroke={1.75} aria-hidden="true" />} title={t('none')} line={t('noneLine')} />
      ) : (
        <RuledList aria-label={t('title')}>
          {tokens.map((apiToken) => (
            <Row key={apiToken.id} apiToken={apiToken} />
          ))}
        </RuledList>
      )}
    </>
  );
}

/** The API tokens of the company, for admins. */
export function TokensPage() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(tokensQuery);
  useTitle(t('title'));
  return (
    <SettingsPage>
      {!data && <BackToSections />}
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} picture={0} />}
      {data && <List tokens={data} />}
    </SettingsPage>
  );
}
