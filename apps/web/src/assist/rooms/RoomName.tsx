import { isGenuine } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { NotGenuine } from '../../ui/feedback/NotGenuine';

import { useRoomWords } from './words';

/** What a room is called; that of a group says so where it is not genuine. */
export function RoomName({ room }: { readonly room: OpenedRoom }) {
  const name = useRoomWords().name(room);
  return room.isGroup && !isGenuine(room.title) ? <NotGenuine words={name} /> : name;
}
