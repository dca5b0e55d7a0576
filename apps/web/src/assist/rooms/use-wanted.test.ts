import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../platform';
import { conversationQuery } from './model/room-queries';
import { testContact, testProfile } from '../../testing/people';
import { testMessage, testRoom } from '../../testing/rooms';
import type { Row } from '../conversation/model/rows';
import { useWanted } from './use-wanted';
import { AppScope, queries } from '../../testing/scope';

const me = testProfile();
const luca = testContact();
const { uniqueId: roomId } = testRoom([me, luca]);
const written = Array.from({ length: 100 }, (_, at) => testMessage(luca, at + 1, { roomUniqueId: roomId }));
/** The loaded rows from a position on. */
const rowsFrom = (first: number): readonly Row[] =>
  written
    .slice(first - 1)
    .map((message) => ({ type: 'message', key: message.uniqueId, message, isMine: false, isFirst: true }));

const log = document.createElement('div');
log.tabIndex = -1;
const place = { current: log };
const show = vi.fn<(index: number) => void>();
interface Shown {
  readonly rows: readonly Row[];
  readonly wanted?: number;
}
const render = (initialProps: Shown) =>
  renderHook(({ rows, wanted }: Shown) => useWanted({ roomId, rows, wanted, place }, show), {
    initialProps,
    wrapper: AppScope,
  });

beforeEach(() => {
  document.body.append(log);
  show.mockReset();
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(conversationQuery(roomId).queryKey, { messages: written.slice(50), hasOlder: true });
  vi.spyOn(api, 'listRoomMessages').mockReturnValue(new Promise(() => undefined));
});
afterEach(async () => {
  await session.end(false);
});

test('the latest target counts: the first unread message, then the search result', () => {
  const { result, rerender } = render({ rows: rowsFrom(51), wanted: 60 });
  expect(show).toHaveBeenLastCalledWith(9);

  act(() => result.current.goTo(70));
  expect(show).toHaveBeenLastCalledWith(19);

  rerender({ rows: rowsFrom(51), wanted: 80 });
  expect(show).toHaveBeenLastCalledWith(29);
  expect(show).toHaveBeenCalledTimes(3);
});

test('a target that has no row, because it is an edit of another message, is shown by the next one', () => {
  const rows = rowsFrom(51).filter((row) => row.type !== 'message' || row.message.position !== 70);
  render({ rows, wanted: 70 });
  expect(show).toHaveBeenCalledExactlyOnceWith(19);
});

test('after a stop the target is not scrolled to when it is loaded, and the focus stays', () => {
  const { result, rerender } = render({ rows: rowsFrom(51) });
  act(() => result.current.goTo(10));
  expect(result.current.way.type).toBe('going');

  log.blur();
  act(() => result.current.stop());
  expect(result.current.way.type).toBe('none');
  expect(document.activeElement).toBe(log);

  rerender({ rows: rowsFrom(1) });
  expect(show).not.toHaveBeenCalled();
});
