import { IconUsers } from '@tabler/icons-react';

import type { OpenedRoom } from './model/conversation';
import { Avatar, type AvatarProps } from '../../ui/pictures/Avatar';
import { presenceOf } from '../../ui/feedback/Presence';
import { useOther, useRoomWords } from './words';

/** The avatar of the other person, or the icon of a group. */
export function RoomAvatar({ room, size }: { readonly room: OpenedRoom } & Pick<AvatarProps, 'size'>) {
  const words = useRoomWords();
  const other = useOther(room);
  const [first] = words.others(room);
  return (
    <Avatar
      id={room.isGroup ? room.uniqueId : (first?.uniqueId ?? room.uniqueId)}
      name={words.name(room)}
      size={size}
      presence={other ? presenceOf(other) : undefined}
      icon={room.isGroup && <IconUsers size={size === 'big' ? 28 : 20} stroke={1.75} />}
    />
  );
}
