import { IconArrowLeft } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import styles from './SignIn.module.css';
import { texts } from './texts';

/** Back to the e-mail step, like the browser's own button. */
export const goBack = () => history.back();

export function BackButton() {
  const t = useTexts(texts);
  return (
    <button type="button" className={styles.back} aria-label={t('back')} onClick={goBack}>
      <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
