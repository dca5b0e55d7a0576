import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { callMessagesQuery } from '../../shared/call-queries';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ConversationContext, Lines } from '../conversation';
import { toRows } from '../conversation/model/rows';
import styles from './call-page.module.css';
import { texts } from './texts';
import { useConversationOfCall } from './use-conversation-of-call';

/** The messages of the call, oldest first. */
export function Messages({ callId }: { readonly callId: string }) {
  const t = useTexts(texts);
  const me = useMe();
  const query = useQuery(callMessagesQuery(callId));
  const { data: messages = [] } = query;
  const source = useConversationOfCall(callId);
  const rows = toRows({
    conversation: { messages, hasOlder: false },
    outgoing: [],
    meId: me.uniqueId,
    unreadAfter: null,
    isShort: true,
  });
  return (
    <section className={styles.section} aria-labelledby="call-chat">
      <h2 id="call-chat">{t('chat')}</h2>
      {query.isPending && <SkeletonRows count={2} />}
      {query.isError && !query.data && (
        <Failed title={t('messagesFailed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <p className={styles.none}>{t('noMessages')}</p>}
      <ConversationContext value={source}>
        <Lines rows={rows} hasNames readers={[]} mayReply={false} labelledBy="call-chat" />
      </ConversationContext>
    </section>
  );
}
