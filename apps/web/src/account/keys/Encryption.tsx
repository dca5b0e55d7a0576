import { isGuestPage } from '../../platform';
import { useTexts } from '../../shared/i18n';
import styles from './keys.module.css';
import { texts } from './texts';

/** What encryption protects, and from whom: the only place that explains it. */
export function Encryption({ hasProtectedKeys }: { readonly hasProtectedKeys: boolean }) {
  const t = useTexts(texts);
  const ofKeys = isGuestPage ? 'whoGuest' : hasProtectedKeys ? 'whoOwn' : 'whoServer';
  return (
    <dl className={styles.facts}>
      <dt>{t('what')}</dt>
      <dd>{t('whatLine')}</dd>
      <dt>{t('notWhat')}</dt>
      <dd>{t('notWhatLine')}</dd>
      <dt>{t('who')}</dt>
      <dd>{t('whoLine')}</dd>
      <dd>
        {t(ofKeys)} {t('whoOthers')}
      </dd>
    </dl>
  );
}
