import { type Contact, isController, isGenuine } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { useQuery } from '@tanstack/react-query';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { texts as appTexts } from '../../shared/texts';
import { getConfig, useMe } from '../../platform';
import { mayCallPerson } from '../calls';
import { peopleQuery } from '../../shared/queries';

import { readForwarded, readReply, withoutChange } from '@earth/messaging';
import { texts } from './texts';
import { useFileWords } from '../conversation';

/** The name of a room, and its last message, as texts. */
export function useRoomWords() {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const me = useMe();
  const fileWords = useFileWords();
  const others = ({ participants }: OpenedRoom) => participants.filter(({ uniqueId }) => uniqueId !== me.uniqueId);

  function name(room: OpenedRoom): string {
    if (room.isGroup) return isGenuine(room.title) ? (room.title ?? t('unnamed')) : t('nameNotGenuine');
    return others(room)[0]?.name ?? t('nobodyElse');
  }

  function lastLine(room: OpenedRoom): string {
    const { isGroup, lastMessage, lastText } = room;
    if (!lastMessage) return t('noMessagesYet');
    if (lastMessage.isDeleted) return t('deletedMessage');
    if (!isGenuine(lastText)) return tApp('notGenuineShort');
    const { fileName } = lastMessage;
    const said = withoutChange(lastText ?? '');
    const words = lastText === null ? t('notForYouShort') : (readForwarded(said) ?? readReply(said).text);
    const text = fileName === null ? words : fileWords(fileName);
    if (lastMessage.sender.uniqueId === me.uniqueId || !isGroup) return text;
    return t('saidBy', { name: firstName(lastMessage.sender.name), text });
  }
  /** All others have left: nobody would receive a message (A5.1). */
  const isAlone = (room: OpenedRoom) => others(room).length === 0;
  return { name, lastLine, others, isAlone };
}

/**
 * The people of a room whom the user may call from it: all of them or nobody. A group is called by controllers, if it fits into a call.
 */
export function useCallable(room: OpenedRoom): readonly Contact[] {
  const me = useMe();
  const { data } = useQuery(peopleQuery);
  const { others } = useRoomWords();
  const ids = others(room).map(({ uniqueId }) => uniqueId);
  const known = data?.filter((person) => ids.includes(person.uniqueId) && mayCallPerson(me, person)) ?? [];
  if (known.length < ids.length) return [];
  if (!room.isGroup) return known;
  const { maxUsersInCall: most } = getConfig();
  return isController(me.role.code) && (most < 0 || ids.length < most) ? known : [];
}

/** The other person of a room of two, from the address book. Null: a group, or a person who is not in it. */
export function useOther(room: OpenedRoom): Contact | null {
  const { data } = useQuery(peopleQuery);
  const { others } = useRoomWords();
  if (room.isGroup) return null;
  const [other] = others(room);
  return data?.find(({ uniqueId }) => uniqueId === other?.uniqueId) ?? null;
}
