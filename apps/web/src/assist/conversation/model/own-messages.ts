import { applyChanges, type Outgoing } from '@earth/messaging';
import type { ShownMessage } from '../source';

/** The user's own messages, with their changes, those too that are not sent yet. */
export const ownMessagesIn = (
  messages: readonly ShownMessage[],
  outgoing: readonly Outgoing[],
  meId: string,
): readonly ShownMessage[] =>
  applyChanges(messages, { outgoing, me: { uniqueId: meId, name: '' } }).filter(
    ({ sender }) => sender.uniqueId === meId,
  );
