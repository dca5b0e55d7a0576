import type { Outgoing } from '@earth/messaging';
import { IconClock } from '@tabler/icons-react';
import { formatBytes } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { getConfig } from '../../platform';
import { useConversation } from './source';
import styles from './bubble.module.css';
import { texts } from './texts';
import { useReceipt } from './use-receipt';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface SentProps {
  readonly delivered: boolean;
  readonly read: boolean;
}

/** Delivery state of the user's own message. */
export function Sent(receipt: SentProps) {
  const { Icon, word } = useReceipt(receipt);
  return (
    <span className={receipt.read ? styles.read : styles.fate}>
      <Icon {...icon} /> {word}
    </span>
  );
}

function Problem({ item }: { readonly item: Outgoing }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { outbox } = useConversation();
  const limit = formatBytes(getConfig().maxFileBytes, language);
  return (
    <span className={styles.failed} role="alert">
      {item.state === 'tooLarge' ? t('fileTooLarge', { limit }) : t('notSent')}
      {item.state === 'failed' && (
        <button type="button" onClick={() => outbox?.retry(item.clientId)}>
          {t('tryAgain')}
        </button>
      )}
      <button type="button" onClick={() => outbox?.withdraw(item.clientId)}>
        {t('remove')}
      </button>
    </span>
  );
}

/** A change of the message is not stored yet. */
export function Changing() {
  const t = useTexts(texts);
  return (
    <span className={styles.fate}>
      <IconClock {...icon} /> {t('sending')}
    </span>
  );
}

/** State of a message that the server does not have yet. */
export function Unsent({ item }: { readonly item: Outgoing }) {
  const t = useTexts(texts);
  if (item.state === 'failed' || item.state === 'tooLarge') return <Problem item={item} />;
  return (
    <span className={styles.fate}>
      <IconClock {...icon} /> {t(item.state)}
    </span>
  );
}
