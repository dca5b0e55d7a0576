import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import styles from './NotGenuine.module.css';
import { texts } from '../../shared/texts';

interface NotGenuineProps {
  /** What is said where there is no room for all of it, or of what. */
  readonly words?: string;
  /** The words around have the colour that is read there. */
  readonly isOnDark?: boolean;
}

/** In the place of what was altered, put elsewhere, or signed by another than whoever is said to have made it. */
export function NotGenuine({ words, isOnDark }: NotGenuineProps) {
  const t = useTexts(texts);
  return (
    <span className={styles.notGenuine} data-on-dark={isOnDark || undefined}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {words ?? t('notGenuine')}
    </span>
  );
}
