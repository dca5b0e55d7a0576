import type { ChangeKind } from '@earth/contracts';
import { type ChangeRequest, readReply, writeChange } from '@earth/messaging';
import { type Changing, type Editing, fieldIdOf, useChangeDraft } from './drafts';
import { type ShownMessage, useConversation } from './source';

const namedIn = ({ sender, clientId, uniqueId, cryptoSchema }: ShownMessage): Changing => ({
  uniqueId,
  scheme: cryptoSchema,
  authorId: sender.uniqueId,
  id: clientId ?? uniqueId,
});

const requestOf = (change: ChangeKind, { uniqueId, scheme }: Changing): ChangeRequest => ({
  change,
  changedUniqueId: uniqueId,
  changedScheme: scheme,
});

/** Whether its author can give it another text. The text of a file is its name, that of a forwarded message somebody else's. */
export const isEditable = ({ text, fileName, state, isDeleted = false, isForwarded = false }: ShownMessage): boolean =>
  typeof text === 'string' && fileName === null && state !== 'arriving' && !isDeleted && !isForwarded;

/** Edits and deletes own messages, for everybody, and answers all with an emoji. Null: nothing can be changed here. */
export function useChange() {
  const { place, sendChange } = useConversation();
  const changeDraft = useChangeDraft(place);
  if (!sendChange) return null;
  return {
    /** Moves the message into the input field. */
    beginEdit(message: ShownMessage) {
      if (typeof message.text !== 'string') return;
      const { quote, text } = readReply(message.text);
      changeDraft({ editing: { message: namedIn(message), quote, before: text, text } });
      document.getElementById(fieldIdOf(place))?.focus();
    },
    /** @param text the new one, trimmed */
    finishEdit({ message, quote, before }: Editing, text: string) {
      const whole = quote === null ? text : `> ${quote}\n\n${text}`;
      if (text !== before)
        sendChange(writeChange({ kind: 'edit', ...message, text: whole }), requestOf('edit', message));
      changeDraft({ editing: null });
    },
    /** @param emoji empty: no reaction any more */
    react(message: ShownMessage, emoji: string) {
      const named = namedIn(message);
      sendChange(writeChange({ kind: 'react', ...named, text: emoji }), requestOf('react', named));
    },
    remove(message: ShownMessage) {
      const named = namedIn(message);
      sendChange(writeChange({ kind: 'delete', ...named, text: '' }), requestOf('delete', named));
    },
  };
}
