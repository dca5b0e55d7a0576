/** A conversation around a part of it, in the present scope. */
import type { PropsWithChildren } from 'react';
import { ConversationContext, type ConversationSource } from '../assist/conversation/source';
import { AppScope } from './scope';

const nowhere: ConversationSource = {
  place: { kind: 'room', id: 'room' },
  openFile: () => Promise.reject(new Error('not asked for here')),
  outbox: null,
  sendChange: null,
  forward: null,
  people: [],
};

/** A wrapper for `render` and `renderHook`. */
export function inConversation(source: Partial<ConversationSource> = {}) {
  return function InConversation({ children }: PropsWithChildren) {
    return (
      <AppScope>
        <ConversationContext value={{ ...nowhere, ...source }}>{children}</ConversationContext>
      </AppScope>
    );
  };
}
