import type { ServerFrame } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createMemoryPages } from '../../ports/video/memory-pages';
import type { Context } from '../../context';
import type { Who } from '../../http/who';
import { createInProcessBus } from '../../ports/bus/bus';
import { createMeshVideo } from '../../ports/video/mesh';
import { isInCall } from '../calls';
import type { Connection } from './connection';
import { handleFrame } from './frames';

vi.mock('../calls', () => ({ isInCall: vi.fn<() => Promise<boolean>>() }));

const pass = { callId: 'call-1', contactId: 'luca', deviceId: 'phone' };
const video = createMeshVideo({
  key: new Uint8Array(32),
  clock: { now: () => new Date() },
  stunUrls: [],
  pages: createMemoryPages(),
  bus: createInProcessBus(),
  onError: () => undefined,
});
const heard: ServerFrame[] = [];
const connection = { isOver: false, send: (frame: ServerFrame) => heard.push(frame) };

async function join(isOver = false) {
  const { token } = await video.admit(pass);
  const page = { ...connection, isOver } as unknown as Connection;
  const frame = { type: 'join', token, session: 'luca-page' } as const;
  await handleFrame({ video } as Context, page, pass as unknown as Who, frame);
}

beforeEach(async () => {
  heard.length = 0;
  await video.close(pass.callId);
});

test('who leaves the call while a page of theirs comes into its room is not left in it', async () => {
  vi.mocked(isInCall).mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  await join();
  expect(heard.map(({ type }) => type)).toContain('joined');
  expect(await video.isConnected(pass)).toBe(false);
});

test('who stays in the call stays in the room', async () => {
  vi.mocked(isInCall).mockResolvedValue(true);
  await join();
  expect(await video.isConnected(pass)).toBe(true);
});

test('a page whose socket has gone meanwhile is not in the room', async () => {
  vi.mocked(isInCall).mockResolvedValue(true);
  await join(true);
  expect(await video.isConnected(pass)).toBe(false);
});
