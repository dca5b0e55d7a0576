import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { Composer, ConversationContext, type ConversationSource, Lines, type VoicePorts } from '../../conversation';
import { ownMessagesIn } from '../../conversation/model/own-messages';
import { toRows } from '../../conversation/model/rows';
import { getPageMedia } from '../adapters/media';
import type { InCallActions, InCallModel } from '../screens/use-in-call';
import { texts } from '../texts';
import { AllowSteps } from '../../../ui/camera/AllowSteps';
import styles from './chat.module.css';

/** The list still scrolls to a new message if it is at most this far from its end, px. */
const NEAR_END = 80;

const voice: VoicePorts = {
  openMicrophone: () => getPageMedia().open({ audio: true, video: false, facing: 'user', isTurned: false }),
  howToAllow: <AllowSteps />,
  isInterrupted: false,
};

/** The chat of the call as a conversation. */
const useSource = (
  callId: string,
  { openFile, retryMessage, sendMessage, withdrawMessage }: InCallActions,
): ConversationSource =>
  useMemo(
    () => ({
      place: { kind: 'call', id: callId },
      openFile,
      outbox: { retry: retryMessage, withdraw: withdrawMessage },
      sendChange: sendMessage,
      forward: null,
      people: [],
    }),
    [callId, openFile, retryMessage, sendMessage, withdrawMessage],
  );

/** The messages, newest last. New ones are announced to screen readers. */
function Messages({ model: { view, me } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { messages, outgoing } = view;
  const rows = useMemo(() => {
    const conversation = { messages, hasOlder: false };
    return toRows({ conversation, outgoing, meId: me.uniqueId, unreadAfter: null, isShort: true });
  }, [messages, outgoing, me.uniqueId]);
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const isLastMine = rows.at(-1)?.type === 'outgoing';
  useLayoutEffect(() => {
    const element = list.current;
    if (element && (isAtEnd.current || isLastMine)) element.scrollTop = element.scrollHeight;
  }, [rows.length, isLastMine]);
  // When the pane shrinks, the newest message stays in sight.
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={list}
      className={styles.scroll}
      role="log"
      aria-label={say('chat')}
      // Focusable, so that it can be scrolled by keys.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
    >
      <div className={styles.messages}>
        <Lines rows={rows} hasNames readers={view.readers} mayReply />
      </div>
      {rows.length === 0 && <p className={styles.none}>{say('noMessages')}</p>}
    </div>
  );
}

/** The messages and the input field. */
export function Chat({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions, firstNames } = model;
  return (
    <ConversationContext value={useSource(view.call.uniqueId, actions)}>
      <Messages model={model} />
      <Composer
        label={say('messageTo', { name: firstNames })}
        onSend={actions.sendMessage}
        onFile={actions.sendFile}
        ownMessages={() => ownMessagesIn(view.messages, view.outgoing, model.me.uniqueId)}
        voice={voice}
      />
    </ConversationContext>
  );
}
