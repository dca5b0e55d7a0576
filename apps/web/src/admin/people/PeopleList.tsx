import type { CallData, listPeople, PersonRow } from '@earth/contracts';
import { IconLock, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { InviteButton, useRoleWords } from '../../assist/people';
import { formatDate, formatNumber, formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useDebounced } from '../../shared/use-debounced';
import { useNow } from '../../shared/use-now';
import { TextButton } from '../../ui/controls/Button';
import { Segmented } from '../../ui/controls/Segmented';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageSearch } from '../../ui/page/PageSearch';
import { Pager } from '../../ui/page/Pager';
import { QuietLine, TitleRow } from '../../ui/page/SettingsPage';
import { Avatar } from '../../ui/pictures/Avatar';
import { RowLink } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowLine, RuledList } from '../../ui/rows/RuledRow';
import { BackToSections } from '../shell';
import { ManyPeople } from './ManyPeople';
import styles from './people.module.css';
import { PAGE, type PeopleSearch, peopleQuery } from './queries';
import { texts } from './texts';

const SEARCH_MS = 200;

function Row({ person }: { readonly person: PersonRow }) {
  const t = useTexts(texts);
  const roleWords = useRoleWords();
  const language = useLanguage();
  const now = useNow();
  const { id, name, email, role, isDisabled, isYou, hasProtectedKeys, lastSeen, devicesCount, directory } = person;
  const seen =
    lastSeen === null ? t('neverSeen') : t('seen', { when: formatShortDate(new Date(lastSeen), now, language) });
  return (
    <LinkedRuledRow
      lead={<Avatar id={id} name={name} />}
      title={
        <RowLink to="/admin/people" search={{ person: id }} dir="auto">
          {name}
        </RowLink>
      }
      trail={
        <span className={styles.marks}>
          <span>{isYou ? t('youAs', { role: roleWords(role) }) : roleWords(role)}</span>
          {hasProtectedKeys && (
            <span className={styles.lock}>
              <IconLock size={16} stroke={1.75} aria-hidden="true" /> {t('protectedKeys')}
            </span>
          )}
          {isDisabled && <strong className={styles.disabled}>{t('disabled')}</strong>}
        </span>
      }
    >
      <RowLine>{email}</RowLine>
      <RowLine>
        {[seen, t('devices', { count: devicesCount }), ...(directory ? [t('fromDirectory')] : [])].join(' · ')}
      </RowLine>
    </LinkedRuledRow>
  );
}

type Service = CallData<typeof listPeople>['service'];

/** What the company has bought, if calls are paid, and whether it demands protected keys. */
function ServiceLines({ service }: { readonly service: Service }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { isPaid, usedMinutes, purchasedMinutes, expires, requiresProtectedKeys } = service;
  const minutes = {
    used: formatNumber(Math.round(usedMinutes), language),
    bought: formatNumber(purchasedMinutes, language),
  };
  return (
    <>
      {isPaid && (
        <QuietLine>
          {t('minutes', minutes)}
          {expires !== null && ` ${t('expires', { when: formatDate(new Date(expires), language) })}`}
        </QuietLine>
      )}
      {requiresProtectedKeys && <QuietLine>{t('keysRequired')}</QuietLine>}
    </>
  );
}

interface ListProps {
  readonly search: PeopleSearch;
  readonly onSearch: (search: PeopleSearch) => void;
}

function Found({ search, onSearch }: ListProps) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(peopleQuery(search));
  if (!data && error) return <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  const { items, total, service } = data;
  if (total === 0)
    return (
      <Empty
        icon={<IconSearchOff size={40} stroke={1.75} aria-hidden="true" />}
        title={t('noMatch')}
        line={t('noMatchLine')}
      >
        <TextButton onClick={() => onSearch({ ...search, query: '', page: 1 })}>{t('clear')}</TextButton>
      </Empty>
    );
  return (
    <>
      <ServiceLines service={service} />
      <QuietLine role="status">{t('count', { count: total })}</QuietLine>
      <RuledList aria-label={t('title')}>
        {items.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </RuledList>
      <Pager page={search.page} pages={Math.ceil(total / PAGE)} onPage={(page) => onSearch({ ...search, page })} />
    </>
  );
}

export function PeopleList({ search, onSearch }: ListProps) {
  const t = useTexts(texts);
  const query = useDebounced(search.query.trim(), SEARCH_MS);
  return (
    <>
      <BackToSections />
      <TitleRow title={t('title')}>
        <InviteButton />
      </TitleRow>
      <QuietLine>{t('intro')}</QuietLine>
      <PageSearch
        label={t('search')}
        value={search.query}
        onChange={(words) => onSearch({ ...search, query: words, page: 1 })}
      />
      <div className={styles.sort}>
        <span aria-hidden="true">{t('sortBy')}</span>
        <Segmented
          label={t('sortBy')}
          value={search.sort}
          options={[
            { value: 'name', label: t('byName') },
            { value: 'role', label: t('byRole') },
            { value: 'lastSeen', label: t('bySeen') },
          ]}
          onChange={(sort) => onSearch({ ...search, sort, page: 1 })}
        />
      </div>
      <Found search={{ ...search, query: search.query === '' ? '' : query }} onSearch={onSearch} />
      <ManyPeople />
    </>
  );
}
