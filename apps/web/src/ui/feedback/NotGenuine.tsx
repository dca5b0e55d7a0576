import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import styles from './NotGenuine.module.css';
import { texts } from '../../shared/texts';

interface NotGenuineProps {
  /** A shorter text, if there is no room for the full one. */
  readonly words?: string;
  /** On a dark background: inherits the text colour. */
  readonly isOnDark?: boolean;
}

/** Replaces content that fails verification: altered, moved to another place, or signed by another than its claimed author. */
export function NotGenuine({ words, isOnDark }: NotGenuineProps) {
  const t = useTexts(texts);
  return (
    <span className={styles.notGenuine} data-on-dark={isOnDark || undefined}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {words ?? t('notGenuine')}
    </span>
  );
}
