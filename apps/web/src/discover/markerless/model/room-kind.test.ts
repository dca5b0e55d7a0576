import { expect, test } from 'vitest';
import { findRoomKind } from './room-kind';

const answering = (isSupported: () => Promise<boolean>) => ({ isSessionSupported: isSupported });

test('a model is shown in the room by WebXR, by Quick Look on iOS, or not at all', async () => {
  const yes = answering(async () => true);
  expect(await findRoomKind({ xr: yes, hasArLinks: false })).toBe('webXr');
  expect(await findRoomKind({ xr: undefined, hasArLinks: true })).toBe('quickLook');
  expect(await findRoomKind({ xr: undefined, hasArLinks: false })).toBeNull();
  expect(await findRoomKind({ xr: answering(async () => false), hasArLinks: false })).toBeNull();
  const refused = answering(() => Promise.reject(new DOMException('no', 'SecurityError')));
  expect(await findRoomKind({ xr: refused, hasArLinks: false })).toBeNull();
});
