import type { Notice } from '@earth/contracts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, useSession } from '../../platform';
import { formatDay, formatTime } from '../../shared/format';
import { useContentLanguage, useLanguage, useTexts } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';
import { useTitle } from '../../shared/use-title';
import { ButtonLink } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageHead } from '../menu';
import styles from './notices.module.css';
import { texts } from './texts';

function Item({ notice: { date, title, text, companyName, contentId } }: { readonly notice: Notice }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const when = new Date(date);
  return (
    <li className={styles.notice}>
      <article>
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
        <p className={styles.line}>
          {companyName} ·{' '}
          <time dateTime={date}>{`${formatDay(when, now, language)}, ${formatTime(when, language)}`}</time>
        </p>
        {text && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        {contentId !== null && (
          <ButtonLink
            kind="quiet"
            to="/content-detail/$contentId"
            params={{ contentId: String(contentId) }}
            aria-label={t('openOf', { title })}
          >
            {t('open')}
          </ButtonLink>
        )}
      </article>
    </li>
  );
}

function List() {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const isVisitor = useSession(({ status }) => status !== 'signedIn');
  const { data, error, refetch } = useQuery({
    queryKey: ['notices', l],
    queryFn: () => api.readNotices({ l }),
    staleTime: 0,
  });
  if (!data && error) return <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} picture={0} />;
  if (data.length === 0)
    return (
      <Empty
        icon={<IconSpeakerphone size={40} stroke={1.75} aria-hidden="true" />}
        title={t('none')}
        line={t('noneLine')}
      >
        {isVisitor && (
          <ButtonLink to="/settings" kind="quiet">
            {t('settings')}
          </ButtonLink>
        )}
      </Empty>
    );
  return (
    <ul aria-label={t('title')}>
      {data.map((notice) => (
        <Item key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

/** What companies tell visitors. */
export function NoticesPage() {
  const t = useTexts(texts);
  useTitle(t('title'));
  return (
    <>
      <PageHead title={t('title')} />
      <div className={styles.column}>
        <List />
      </div>
    </>
  );
}
