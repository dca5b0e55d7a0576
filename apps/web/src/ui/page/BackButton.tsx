import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { IconButton } from '../controls/IconButton';
import styles from './SettingsPage.module.css';

interface BackButtonProps {
  readonly label: string;
  /** Where it leads if no page is behind this one. */
  readonly to: string;
}

/** For a page that several pages lead to: back to the one that the user came from. */
export function BackButton({ label, to }: BackButtonProps) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <IconButton
      label={label}
      className={styles.back}
      icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to }))}
    />
  );
}
