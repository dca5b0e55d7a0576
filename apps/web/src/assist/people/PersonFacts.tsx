import type { Contact } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mailAddress, telephoneAddress } from '../../shared/addresses';
import { useTexts } from '../../shared/i18n';
import { contactDetailsQuery } from '../../shared/queries';
import { TextButton } from '../../ui/controls/Button';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../ui/texts';
import { ApiError } from '../../platform';
import { ListHeading } from './ListParts';
import styles from './people.module.css';
import { usePresenceWords } from './presence-words';
import { texts } from './texts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

const Address = ({ text, href }: { readonly text: string; readonly href: string | null }) =>
  href === null ? text : <a href={href}>{text}</a>;

/** What they do, and how they are reached besides calls. */
export function PersonFacts({ person }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const words = usePresenceWords();
  const { data, error, isPending, refetch } = useQuery(contactDetailsQuery(person.uniqueId));
  // Of people who have removed the user from their contacts the server tells nothing, which is no failure.
  const hasFailed = error !== null && !(error instanceof ApiError && error.error === 'notFound');
  return (
    <section aria-labelledby="person-facts">
      <ListHeading id="person-facts">{t('details')}</ListHeading>
      <dl className={styles.facts}>
        <Fact name={t('role')}>
          <span className={styles.role}>{words.role(person.role.code)}</span>
        </Fact>
        {data?.companyRole && <Fact name={t('job')}>{data.companyRole}</Fact>}
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
      </dl>
      {isPending && (
        <Loading className={styles.none}>
          <SkeletonBlock width="52%" height={14} />
        </Loading>
      )}
      {!data && hasFailed && (
        <p className={styles.none} role="alert">
          {t('detailsFailed')} <TextButton onClick={() => void refetch()}>{tUi('tryAgain')}</TextButton>
        </p>
      )}
    </section>
  );
}
