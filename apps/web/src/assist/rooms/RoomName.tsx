import { isGenuine } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { NotGenuine } from '../../ui/feedback/NotGenuine';

import { useRoomWords } from './words';

/** The name of a room; a group's name that is not genuine is replaced by a notice. */
export function RoomName({ room }: { readonly room: OpenedRoom }) {
  const name = useRoomWords().name(room);
  return room.isGroup && !isGenuine(room.title) ? <NotGenuine words={name} /> : name;
}
