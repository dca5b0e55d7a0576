import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { roomLoading } from './model/room-loading';
import { roomsQuery } from './model/room-queries';

/** The list of rooms: what has come of it, and whether there is more to come. */
export function useRooms() {
  const { data: rooms, error, isFetching } = useQuery(roomsQuery);
  const { isWhole, percentage } = useStore(roomLoading);
  return {
    rooms,
    error,
    percentage,
    /** What is not in it may still come. */
    isComing: !isWhole && isFetching,
    /** What is not in it did not come. */
    isCutOff: !isWhole && !isFetching,
  };
}
