import type { GuestLink } from '@earth/contracts';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { guestLinksQuery } from '../../shared/queries';
import { QuietButton, TextButton } from '../../ui/controls/Button';
import { ListRow } from '../../ui/rows/ListRow';
import styles from './guest-links.module.css';
import { revokeLink } from './revoke';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

/** When a link was made; of several of one minute, the later ones have a number too. */
function whenOf({ uniqueId, date }: GuestLink, links: readonly GuestLink[], language: string) {
  const timeOf = (made: string) => formatTime(new Date(made), language);
  const alike = links
    .filter((link) => link.guestName === null && timeOf(link.date) === timeOf(date))
    .toSorted((one, other) => one.date.localeCompare(other.date));
  const number = alike.findIndex((link) => link.uniqueId === uniqueId) + 1;
  return number > 1 ? `${timeOf(date)} (${number})` : timeOf(date);
}

interface LinkRowProps {
  readonly link: GuestLink;
  readonly links: readonly GuestLink[];
}

function LinkRow({ link, links }: LinkRowProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const { uniqueId, guestName } = link;
  const when = whenOf(link, links, language);
  const end = new Date(link.expirationDate);
  async function revoke() {
    setBusy(true);
    await revokeLink(scope, uniqueId);
    setBusy(false);
  }
  return (
    <ListRow
      className={styles.row}
      lead={<IconLink size={24} stroke={1.75} aria-hidden="true" />}
      title={guestName ?? t('waiting', { when })}
      line={
        <span className={styles.end}>
          {guestName === null
            ? t('endsAt', { day: formatDate(end, language), time: formatTime(end, language) })
            : t('came')}
        </span>
      }
      trail={
        <QuietButton
          disabled={isBusy}
          aria-label={guestName === null ? t('revokeLink', { when }) : t('revokeGuest', { name: guestName })}
          onClick={() => void revoke()}
        >
          {t('revoke')}
        </QuietButton>
      }
    />
  );
}

/** The controller's own links that are still valid. Without any, nothing is shown. */
export function OpenLinks() {
  const t = useTexts(texts);
  const { data: links = [], isError, refetch } = useQuery(guestLinksQuery);
  if (links.length === 0)
    return (
      isError && (
        <p role="alert" className={styles.section}>
          {t('openFailed')} <TextButton onClick={() => void refetch()}>{t('tryAgain')}</TextButton>
        </p>
      )
    );
  return (
    <section aria-labelledby="guest-links" className={styles.section}>
      <h2 id="guest-links" className={styles.heading}>
        {t('open')}
      </h2>
      <ul aria-labelledby="guest-links">
        {links.map((link) => (
          <LinkRow key={link.uniqueId} link={link} links={links} />
        ))}
      </ul>
    </section>
  );
}
