import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import { callMessagesQuery, openCallFile } from '../../shared/call-queries';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ConversationContext, type ConversationSource, Lines } from '../conversation';
import { toRows } from '../conversation/model/rows';
import styles from './call-page.module.css';
import { texts } from './texts';

/** The messages of the call, oldest first. */
export function Messages({ callId }: { readonly callId: string }) {
  const t = useTexts(texts);
  const scope = useScope();
  const me = useMe();
  const query = useQuery(callMessagesQuery(callId));
  const { data: messages = [] } = query;
  const source = useMemo<ConversationSource>(
    () => ({
      place: { kind: 'call', id: callId },
      openFile: (message, part, sending) => openCallFile({ scope, callId, ...(sending && { sending }) }, message, part),
      outbox: null,
    }),
    [scope, callId],
  );
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
