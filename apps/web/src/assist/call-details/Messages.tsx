import { isGenuine } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { useMe } from '../../platform';
import { callMessagesQuery } from '../../shared/call-queries';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Attachment } from './Attachment';
import styles from './call-page.module.css';
import { Opened } from './Opened';
import { texts } from './texts';

/** The messages of the call, oldest first. */
export function Messages({ callId }: { readonly callId: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const me = useMe();
  const query = useQuery(callMessagesQuery(callId));
  return (
    <section className={styles.section} aria-labelledby="call-chat">
      <h2 id="call-chat">{t('chat')}</h2>
      {query.isPending && <SkeletonRows count={2} />}
      {query.isError && !query.data && (
        <Failed title={t('messagesFailed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <p className={styles.none}>{t('noMessages')}</p>}
      <ul className={styles.messages} aria-labelledby="call-chat">
        {query.data?.map((message) => (
          <li
            key={message.uniqueId}
            className={styles.message}
            data-mine={message.sender.uniqueId === me.uniqueId || undefined}
          >
            <p className={styles.meta}>
              <bdi>{message.sender.name}</bdi>, {formatTime(new Date(message.date), language)}
            </p>
            <Unprotected scheme={message.cryptoSchema} />
            {message.fileName === null || !isGenuine(message.text) ? (
              <p className={styles.text}>
                <Opened text={message.text} />
              </p>
            ) : (
              <Attachment message={message} name={message.fileName} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
