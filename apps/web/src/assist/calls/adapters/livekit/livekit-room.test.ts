import type { RemoteTrackPublication } from 'livekit-client';
import { expect, test } from 'vitest';
import { canReceive } from './livekit-room';

const sends = new Map([['audio', {} as RemoteTrackPublication]]);

test('somebody can receive as soon as they send, or when the server says so', () => {
  expect(canReceive({ isActive: false, trackPublications: new Map() })).toBe(false);
  expect(canReceive({ isActive: false, trackPublications: sends })).toBe(true);
  expect(canReceive({ isActive: true, trackPublications: new Map() })).toBe(true);
});
