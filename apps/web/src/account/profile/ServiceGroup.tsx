import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { isServiceAvailable } from '../../assist/calls';
import { useNow } from '../../shared/use-now';
import { useMe } from '../../platform';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** The remaining minutes of the company's paid service (D5.1). */
export function ServiceGroup() {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const me = useMe();
  if (!me.paidService) return null;
  const { purchasedMinutes: bought, serviceUsageMinutes, expirationDate } = me;
  const count = Math.max(0, Math.floor(bought - serviceUsageMinutes));
  return (
    <Group title={t('service')} line={isServiceAvailable(me, now) ? undefined : t('serviceOver')}>
      <p>{t('minutesLeft', { count, bought })}</p>
      {expirationDate !== null && (
        <p className={styles.quiet}>{t('serviceUntil', { date: formatDate(new Date(expirationDate), language) })}</p>
      )}
    </Group>
  );
}
