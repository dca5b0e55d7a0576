import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { useScoped } from '../../platform/session/scope-context';
import { createRoomLoading } from './model/room-loading';
import { roomsQuery } from './model/room-queries';

/** The list of rooms: what is loaded, and whether more is coming. */
export function useRooms() {
  const { data: rooms, error, isFetching } = useQuery(roomsQuery);
  const { isWhole, percentage } = useStore(useScoped(createRoomLoading).state);
  return {
    rooms,
    error,
    percentage,
    /** More rooms may still arrive. */
    isComing: !isWhole && isFetching,
    /** Loading has failed before the end. */
    isCutOff: !isWhole && !isFetching,
  };
}
