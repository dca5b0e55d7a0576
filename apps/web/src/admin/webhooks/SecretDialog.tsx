import { IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { texts } from './texts';
import styles from './webhooks.module.css';

interface SecretProps {
  /** Null: closed. */
  readonly secret: string | null;
  readonly isRenewed: boolean;
  readonly onClose: () => void;
}

/** Shows a secret, this once. */
export function SecretDialog({ secret, isRenewed, onClose }: SecretProps) {
  const t = useTexts(texts);
  const copy = () =>
    navigator.clipboard.writeText(secret ?? '').then(
      () => showToast(t('copied')),
      () => showToast(t('notCopied')),
    );
  return (
    <Dialog isOpen={secret !== null} onClose={onClose} title={t('secretTitle')} closeOnClickOutside={false}>
      <p>{t(isRenewed ? 'secretRenewed' : 'secretLine')}</p>
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
