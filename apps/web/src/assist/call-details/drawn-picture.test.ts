import type { CallDetails, CallPic, DrawingEntry, PicDrawing } from '@earth/contracts';
import { createKeyBundle } from '@earth/crypto/keys';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../platform';
import { callQuery, pictureQuery } from '../../shared/call-queries';
import * as config from '../../platform/config';
import { deviceKeys } from '../../platform/session/device-keys';
import { testId, testProfile } from '../../testing/people';
import * as calls from '../calls';
import { drawnPictureQuery } from './drawn-picture';
import { queries } from '../../testing/scope';

const flatten = vi.fn<() => Promise<Blob>>();
vi.spyOn(calls, 'loadFlatten').mockImplementation(async () => flatten);

const pic: CallPic = {
  uniqueId: testId(),
  callUniqueId: testId(),
  imageFileName: 'one.jpg',
  contactUniqueId: testId(),
  date: '2025-11-20T10:06:00Z',
  cryptoSchema: 0,
  clientId: null,
};

const line: readonly DrawingEntry[] = [
  { op: 'begin', tool: 'arrow', at: [0, 0], width: 4 },
  { op: 'move', points: [[9, 9]] },
  { op: 'end' },
];
const drawingId = testId();
const drawn = (times: number): PicDrawing => {
  const entries = Array.from({ length: times }, () => line).flat();
  const drawing = JSON.stringify({ entries });
  const author = pic.contactUniqueId;
  return {
    uniqueId: drawingId,
    picUniqueId: pic.uniqueId,
    contactUniqueId: author,
    drawing,
    cryptoSchema: 0,
    edition: 1,
    entries: times * 3,
  };
};

// Without keys a device decrypts nothing.
beforeAll(async () => deviceKeys.save((await createKeyBundle()).privateKey));

beforeEach(() => {
  vi.spyOn(config, 'getConfig').mockReturnValue({ cryptoSchema: 0 } as ReturnType<typeof config.getConfig>);
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  queries().setQueryData(pictureQuery(pic).queryKey, new Blob(['bare']));
  const details = { call: { uniqueId: pic.callUniqueId, targets: [] }, participants: [] };
  queries().setQueryData(callQuery(pic.callUniqueId).queryKey, details as unknown as CallDetails);
});

test('drawings are rendered into a picture once, and again when they change', async () => {
  flatten.mockImplementation(async () => new Blob(['drawn on']));
  const ask = vi.spyOn(api, 'listPicDrawings').mockImplementation(async () => [drawn(1)]);
  const look = () => queries().query({ ...drawnPictureQuery(pic), staleTime: 0 });

  const first = await look();
  const second = await look();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(second).toBe(first);
  expect(flatten).toHaveBeenCalledTimes(1);

  ask.mockImplementation(async () => [drawn(2)]);
  await look();
  expect(flatten).toHaveBeenCalledTimes(2);
});
