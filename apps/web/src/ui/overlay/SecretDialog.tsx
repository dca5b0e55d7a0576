import { IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton, QuietButton } from '../controls/Button';
import { Dialog, DialogAnswers } from './Dialog';
import styles from './SecretDialog.module.css';
import { laterTexts } from './texts';

interface SecretProps {
  /** Null: closed. */
  readonly secret: string | null;
  readonly title: string;
  /** What it is for, and that it is shown this once. */
  readonly line: string;
  readonly onClose: () => void;
}

/** Shows a secret that the server has just made, this once. */
export function SecretDialog({ secret, title, line, onClose }: SecretProps) {
  const t = useTexts(laterTexts);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret ?? '');
      showToast(t('copied'));
    } catch {
      showToast(t('notCopied'));
    }
  };
  return (
    <Dialog isOpen={secret !== null} onClose={onClose} title={title} closeOnClickOutside={false}>
      <p>{line}</p>
      <p className={styles.secret}>
        <code>{secret}</code>
      </p>
      <DialogAnswers>
        <QuietButton icon={<IconCopy size={20} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
          {t('copy')}
        </QuietButton>
        <FilledButton onClick={onClose}>{t('secretKept')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
