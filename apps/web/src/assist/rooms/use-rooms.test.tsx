import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { api, currentScope } from '../../platform';
import { createRoomLoading } from './model/room-loading';
import { roomsQuery } from './model/room-queries';
import { testContact } from '../../testing/people';
import { testRoom } from '../../testing/rooms';
import { useRooms } from './use-rooms';
import { AppScope, queries } from '../../testing/scope';

const loading = () => currentScope().get(createRoomLoading);

const listRooms = vi.spyOn(api, 'listRooms');
const wrapper = ({ children }: { readonly children: ReactNode }) => <AppScope>{children}</AppScope>;

test('a missing room is loading, failed, or not there, by the state of the list', async () => {
  let fail = (_: Error) => {};
  listRooms.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  loading().state.setState({ isWhole: false, percentage: null });
  const { result } = renderHook(useRooms, { wrapper });
  const state = () => {
    const { isComing, isCutOff } = result.current;
    return isComing ? 'coming' : isCutOff ? 'cut off' : 'whole';
  };
  expect([result.current.rooms, state()]).toEqual([undefined, 'coming']);
  // A first slice.
  act(() => void queries().setQueryData(roomsQuery.queryKey, [testRoom([testContact()])], { updatedAt: 0 }));
  expect(state()).toBe('coming');
  listRooms.mockReturnValue(new Promise(() => {}));
  fail(new Error('away'));
  // Whether it is retried does not matter here.
  await act(() => queries().cancelQueries({ queryKey: roomsQuery.queryKey }));
  await vi.waitFor(() => expect(state()).toBe('cut off'));
  act(() => loading().noteWhole());
  expect(state()).toBe('whole');
});
