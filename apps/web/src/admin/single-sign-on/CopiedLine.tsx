import { IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './single-sign-on.module.css';
import { texts } from './texts';

interface CopiedProps {
  readonly label: string;
  readonly value: string;
}

/** A value to copy into another system. */
export function CopiedLine({ label, value }: CopiedProps) {
  const t = useTexts(texts);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showToast(t('copied'));
    } catch {
      showToast(t('notCopied'));
    }
  };
  return (
    <div className={styles.copied}>
      <span className={styles.value}>
        <span className={styles.label}>{label}</span>
        <code dir="ltr">{value}</code>
      </span>
      <IconButton
        label={t('copy', { label })}
        icon={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void copy()}
      />
    </div>
  );
}
