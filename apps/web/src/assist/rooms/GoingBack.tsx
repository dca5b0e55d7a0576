import { IconArrowUp } from '@tabler/icons-react';
import { formatPercent } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import type { Conversation } from './model/conversation';
import { TextButton } from '../../ui/controls/Button';
import { Progress } from '../../ui/feedback/Progress';
import styles from './conversation.module.css';
import { isUnreadBefore } from '../conversation/model/rows';
import { texts } from './texts';
import type { ReturnTarget } from './use-return';

interface GoingBackProps {
  readonly known: Conversation;
  /** The position up to which the user had read when the room was opened; null: everything. */
  readonly unreadAfter: number | null;
  readonly way: ReturnTarget;
  /** Goes to a message, by its position. */
  readonly goTo: (position: number) => void;
  readonly stop: () => void;
}

/** Above the messages: a button to the first unread message, the progress of loading it, or its failure. */
export function GoingBack({ known, unreadAfter, way, goTo, stop }: GoingBackProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (way.type === 'failed')
    return (
      <p className={styles.older} role="alert">
        {t('olderFailed')} <TextButton onClick={() => goTo(way.to)}>{t('tryAgain')}</TextButton>
      </p>
    );
  if (way.type === 'going') {
    const at = known.messages[0]?.position ?? way.to;
    const gone = Math.min(1, Math.max(0, (way.from - at) / (way.from - way.to)));
    return (
      <div className={styles.going}>
        <p className={styles.goingWords} role="status">
          {t('goingBack')}
          <span className={styles.share} aria-hidden="true">
            {formatPercent(gone, language)}
          </span>
        </p>
        <Progress label={t('goingBack')} value={gone} />
        <TextButton onClick={stop}>{t('stopGoing')}</TextButton>
      </div>
    );
  }
  if (unreadAfter === null || !isUnreadBefore(known, unreadAfter)) return null;
  return (
    <button type="button" className={styles.toUnread} onClick={() => goTo(unreadAfter + 1)}>
      <IconArrowUp size={20} stroke={1.75} aria-hidden="true" />
      {t('firstUnread')}
    </button>
  );
}
