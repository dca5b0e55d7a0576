import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testProfile } from '../../../testing/people';
import { session } from '../../../platform';
import { roomsOf } from './room-sending';
import { createUnsentStore, forgetUnsent } from '../../../platform/storage/unsent';
import { useUnsent } from './use-unsent';
import { AppScope, queries } from '../../../testing/scope';

const me = testProfile();
/** Stored by another tab, which is still open. */
const otherTab = (owner: string) => createUnsentStore(owner, { request: async () => {} });
const message = (clientId: string) =>
  ({ fields: { id: 'call', message: 'sealed', cryptoSchema: 1, clientId } }) as const;

beforeEach(() => session.store.setState({ status: 'signedIn', profile: me }, true));
afterEach(async () => {
  cleanup();
  await forgetUnsent();
  queries().clear();
});

test('unsent messages of all tabs count until they are sent, in rooms and calls, but not another user’s', async () => {
  const rooms = otherTab(roomsOf(me.uniqueId));
  await rooms.keep(message('a'));
  await rooms.keep(message('b'));
  await otherTab(me.uniqueId).keep(message('c'));
  await otherTab(roomsOf('another')).keep(message('d'));
  const { result } = renderHook(useUnsent, { wrapper: AppScope });
  await vi.waitFor(() => expect(result.current).toEqual({ inRooms: 2, all: 3 }));
  await rooms.drop('a');
  await vi.waitFor(() => expect(result.current).toEqual({ inRooms: 1, all: 2 }), { timeout: 5000 });
});
