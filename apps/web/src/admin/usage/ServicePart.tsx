import { EXPIRY_NEAR_DAYS, MINUTES_LOW, type PaidService } from '@earth/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDate, formatNumber } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Progress } from '../../ui/feedback/Progress';
import { texts } from './texts';
import styles from './usage.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

interface ServiceProps {
  readonly service: PaidService;
  readonly now: Date;
}

function useWarning({ service: { purchasedMinutes, usedMinutes, expires }, now }: ServiceProps): string | null {
  const t = useTexts(texts);
  const daysLeft = expires === null ? null : Math.ceil((Date.parse(expires) - now.getTime()) / DAY_MS);
  if (daysLeft !== null && daysLeft <= 0) return t('expired');
  if (usedMinutes >= purchasedMinutes) return t('minutesOver');
  if (purchasedMinutes - usedMinutes < purchasedMinutes * MINUTES_LOW) return t('minutesLow');
  return daysLeft !== null && daysLeft <= EXPIRY_NEAR_DAYS ? t('expiryNear', { count: daysLeft }) : null;
}

/** The minutes that the company has bought and used, until when, and a warning if they will not do for long. */
export function ServicePart(props: ServiceProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const warning = useWarning(props);
  const { purchasedMinutes: bought, usedMinutes, expires } = props.service;
  const used = Math.min(Math.ceil(usedMinutes), bought);
  const words = t('minutesUsed', { used: formatNumber(used, language), bought: formatNumber(bought, language) });
  return (
    <section className={styles.part}>
      <h2>{t('service')}</h2>
      <p className={styles.total}>{t('minutesLeft', { count: Math.max(0, Math.floor(bought - usedMinutes)) })}</p>
      <Progress label={words} value={bought === 0 ? 1 : used / bought} />
      <p className={styles.quiet}>
        {words} · {expires === null ? t('noEnd') : t('until', { date: formatDate(new Date(expires), language) })}
      </p>
      {warning !== null && (
        <p className={styles.warning}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
          {warning}
        </p>
      )}
    </section>
  );
}
