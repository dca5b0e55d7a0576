import type { ChatItem } from '@earth/calls';
import { useTexts } from '../../../app/i18n';
import { texts as appTexts } from '../../../app/texts';
import { texts } from '../texts';

/** What stands where a message has no words. */
export function useUnreadWords() {
  const say = useTexts(texts);
  const tApp = useTexts(appTexts);
  return ({ state }: ChatItem): string => (state === 'notGenuine' ? tApp('notGenuine') : say('unreadableMessage'));
}
