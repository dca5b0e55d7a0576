/** D4.15, D9.28: what is downloaded before the camera looks, and how that fails. */
import { SCENE_TIMEOUT_MS, type Trigger } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, NO_ANSWER, session } from '../../../platform';
import { testItem } from '../../../testing/contents';
import { contentsClient } from '../../lists/model/contents-client';
import * as vision from '../../vision';
import { loadExperience } from './load-experience';

vi.mock('../../vision', async (load) => ({
  ...(await load<typeof vision>()),
  startVision: vi.fn<typeof vision.startVision>(),
  networkFirst: (_: string, load: () => Promise<Uint8Array>) => load(),
}));

const noAnswer = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const trigger = (change: Partial<Trigger>): Trigger => ({
  id: 1,
  sid: 7,
  title: 'Bronzes',
  sType: 1,
  imageUrl: '/a.webp',
  beacon: null,
  viewId: 'view-1',
  ...change,
});
const listTriggers = vi.spyOn(api, 'listTriggers');
const getScene = vi.spyOn(api, 'getScene');
const started = {} as vision.Vision;

beforeEach(() => {
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  contentsClient.clear();
  listTriggers
    .mockReset()
    .mockResolvedValue([trigger({}), trigger({ id: 2, viewId: null }), trigger({ id: 3, sType: 2 })]);
  getScene.mockReset().mockResolvedValue({ ...testItem({ id: 7, ctnView: 11 }), scene: { items: [] } });
  vi.mocked(vision.startVision).mockReset().mockResolvedValue(started);
});
afterEach(() => void vi.useRealTimers());

const load = (sceneId: number | null = null) =>
  loadExperience({ sceneId, language: 'en', signal: new AbortController().signal, onProgress: () => undefined });

test('recognizes the processed pictures of all scenes, or of one', async () => {
  const { markers } = await load();
  expect([...markers]).toEqual([['view-1', { sceneId: 7, triggerId: 1 }]]);
  expect(vi.mocked(vision.startVision).mock.calls[0]?.[0].only).toEqual(['view-1']);
  expect([listTriggers.mock.lastCall, getScene.mock.calls]).toEqual([[{}], []]);
  await load(7);
  expect([listTriggers.mock.lastCall, getScene.mock.lastCall]).toEqual([[{ sid: 7 }], [{ contentId: 7, l: 'en' }]]);
});

test('D4.15: a failed download is retried once', async () => {
  listTriggers.mockRejectedValueOnce(noAnswer);
  vi.mocked(vision.startVision).mockRejectedValueOnce(noAnswer);
  expect((await load()).vision).toBe(started);
  listTriggers.mockRejectedValue(noAnswer);
  await expect(load()).rejects.toMatchObject({ problem: 'markersFailed' });
  expect(listTriggers).toHaveBeenCalledTimes(4);
});

test.each([
  ['a scene that is gone', () => getScene.mockRejectedValue(noAnswer), 7, 'sceneFailed'],
  ['views that do not come', () => vi.mocked(vision.startVision).mockRejectedValue(noAnswer), null, 'markersFailed'],
  [
    'an index of another version',
    () => vi.mocked(vision.startVision).mockRejectedValue(new vision.VisionError('UnknownFormatError')),
    null,
    'cannotStart',
  ],
  [
    'pictures that are not processed yet',
    () => listTriggers.mockResolvedValue([trigger({ viewId: null })]),
    null,
    'markersNotReady',
  ],
  [
    'scenes without pictures',
    () => listTriggers.mockResolvedValue([trigger({ sType: 2, viewId: null })]),
    null,
    'noMarkers',
  ],
] as const)('%s: the problem has its name', async (_, fail, sceneId, problem) => {
  fail();
  await expect(load(sceneId)).rejects.toMatchObject({ problem });
});

test('D9.28: a scene that takes longer than 6 s has failed', async () => {
  vi.useFakeTimers();
  getScene.mockReturnValue(new Promise(() => undefined));
  const loading = load(7).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SCENE_TIMEOUT_MS);
  expect(await loading).toMatchObject({ problem: 'sceneFailed' });
});

test('leaving is no failure', async () => {
  const leaving = new AbortController();
  vi.mocked(vision.startVision).mockImplementation(async () => {
    leaving.abort(new Error('left'));
    throw noAnswer;
  });
  const options = { sceneId: null, language: 'en', signal: leaving.signal, onProgress: () => undefined } as const;
  await expect(loadExperience(options)).rejects.toThrow('left');
});
