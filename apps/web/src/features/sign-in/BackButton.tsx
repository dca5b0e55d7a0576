import { IconArrowLeft } from '@tabler/icons-react';
import { useTexts } from '../../app/i18n';
import styles from './SignIn.module.css';
import { texts } from './texts';

export function BackButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTexts(texts);
  return (
    <button type="button" className={styles.back} aria-label={t('back')} onClick={onClick}>
      <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
