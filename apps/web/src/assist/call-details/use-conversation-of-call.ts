import { useMemo } from 'react';
import { useScope } from '../../platform/session/scope-context';
import { openCallFile } from '../../shared/call-queries';
import type { ConversationSource } from '../conversation';

/** The conversation of a call that is over: its files can be opened, and nothing is sent. */
export function useConversationOfCall(callId: string): ConversationSource {
  const scope = useScope();
  return useMemo(
    () => ({
      place: { kind: 'call', id: callId },
      openFile: (message, part, sending) => openCallFile({ scope, callId, ...(sending && { sending }) }, message, part),
      outbox: null,
      sendChange: null,
      forward: null,
      people: [],
    }),
    [scope, callId],
  );
}
