import type { ChatItem } from '@earth/calls';
import { useTexts } from '../../../shared/i18n';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { texts } from '../texts';

interface UnreadProps {
  readonly message: ChatItem;
  readonly isOnDark?: boolean;
}

/** The text in place of an unreadable message. */
export function Unread({ message: { state }, isOnDark = false }: UnreadProps) {
  const say = useTexts(texts);
  if (state === 'notGenuine') return <NotGenuine isOnDark={isOnDark} />;
  return say(state === 'loading' ? 'loading' : 'unreadableMessage');
}
