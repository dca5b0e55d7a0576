import { IconArrowLeft, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { useIsDesktop } from '../../shared/use-media';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './panel.module.css';
import { texts } from './texts';

interface RoomPanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What is beside the messages of a room, on a phone over them. */
export function RoomPanel({ title, onClose, children }: RoomPanelProps) {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  return (
    <aside className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        {!isDesktop && (
          <IconButton
            label={t('closeDetails')}
            icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
            onClick={onClose}
          />
        )}
        <h2 className={styles.title}>{title}</h2>
        {isDesktop && (
          <IconButton
            label={t('closePanel')}
            icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
            onClick={onClose}
          />
        )}
      </header>
      {children}
    </aside>
  );
}
