import type { Contact } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { mailAddress, telephoneAddress } from '../../shared/addresses';
import { useTexts } from '../../shared/i18n';
import { contactDetailsQuery } from '../../shared/queries';
import { useWritten } from '../../shared/written';
import { TextButton } from '../../ui/controls/Button';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { Fact, Facts } from '../../ui/page/Facts';
import { texts as uiTexts } from '../../ui/texts';
import { ApiError } from '../../platform';
import { ListHeading } from './ListParts';
import styles from './people.module.css';
import { usePresenceWords } from './presence-words';
import { texts } from './texts';

const Address = ({ text, href }: { readonly text: string; readonly href: string | null }) =>
  href === null ? text : <a href={href}>{text}</a>;

/** What they do, and how they are reached besides calls. */
export function PersonFacts({ person }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const words = usePresenceWords();
  const { data: known, error, isPending, refetch } = useQuery(contactDetailsQuery(person.uniqueId));
  // Of people who have removed the user from their contacts the server tells nothing, which is no failure. What it told before is not shown.
  const isRefused = error instanceof ApiError && error.error === 'notFound';
  const data = isRefused ? undefined : known;
  const written = useWritten();
  const job = data && written(data.companyRole, data.companyRoleIt);
  return (
    <section aria-labelledby="person-facts">
      <ListHeading id="person-facts">{t('details')}</ListHeading>
      <div className={styles.facts}>
        <Facts inColumns>
          <Fact name={t('role')}>
            <span className={styles.role}>{words.role(person.role.code)}</span>
          </Fact>
          {job && <Fact name={t('job')}>{job}</Fact>}
          <Fact name={t('company')}>{person.company.name}</Fact>
          {data && (
            <Fact name={t('email')}>
              <Address text={data.email} href={mailAddress(data.email)} />
            </Fact>
          )}
          {data?.phone && (
            <Fact name={t('phone')}>
              <Address text={data.phone} href={telephoneAddress(data.phone)} />
            </Fact>
          )}
        </Facts>
      </div>
      {isPending && (
        <Loading className={styles.none}>
          <SkeletonBlock width="52%" height={14} />
        </Loading>
      )}
      {!data && error && !isRefused && (
        <p className={styles.none} role="alert">
          {t('detailsFailed')} <TextButton onClick={() => void refetch()}>{tUi('tryAgain')}</TextButton>
        </p>
      )}
    </section>
  );
}
