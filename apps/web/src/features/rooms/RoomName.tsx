import { isGenuine } from '@earth/contracts';
import { NotGenuine } from '../../app/NotGenuine';
import type { OpenedRoom } from '../../data/room-queries';
import { useRoomWords } from './words';

/** What a room is called; that of a group says so where it is not genuine. */
export function RoomName({ room }: { readonly room: OpenedRoom }) {
  const name = useRoomWords().name(room);
  return room.isGroup && !isGenuine(room.title) ? <NotGenuine words={name} /> : name;
}
