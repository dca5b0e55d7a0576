import { expect, test, vi } from 'vitest';
import type { SeenFrame, VisionJob } from './vision-job';
import type { VisionThread } from './vision-thread';
import { startVision, type VisionPorts } from './vision';

const idOf = (view: number) => `view-${view}`;
const close = vi.fn<() => void>();
const frame = { close } as unknown as ImageBitmap;

function world(views: number) {
  const jobs: VisionJob[] = [];
  const stop = vi.fn<() => void>();
  let seen: SeenFrame = { width: 640, height: 480, views: [], wanted: [] };
  let now = 0;
  let isCrashed = false;
  const run = async (job: VisionJob) => {
    if (isCrashed) throw new Error('crashed');
    jobs.push(job);
    if (job.type === 'load')
      return Array.from({ length: views }, (_, at) => ({ id: idOf(at), digest: `d${at}`, width: 512, height: 384 }));
    return job.type === 'frame' ? seen : null;
  };
  const fetchView = vi.fn<VisionPorts['fetchView']>(async () => new Uint8Array(1));
  const ports: VisionPorts = {
    startThread: () => ({ run, stop }) as unknown as VisionThread,
    fetchKernels: async () => new ArrayBuffer(1),
    fetchView,
    now: () => now,
  };
  const idsOf = (type: 'add' | 'remove') => jobs.flatMap((job) => (job.type === type ? [job.id] : []));
  return {
    ports,
    stop,
    fetchView,
    added: () => idsOf('add'),
    removed: () => idsOf('remove'),
    /** What the engine answers from now on. */
    sees: (inSight: readonly number[], wanted: readonly number[]) => {
      const view = { pose: new Float64Array(9), width: 512, height: 384, inliers: 20, correlation: 1 };
      const views = inSight.map((one) => ({ ...view, id: idOf(one) }));
      seen = { width: 640, height: 480, views, wanted: wanted.map(idOf) };
    },
    crash: () => {
      isCrashed = true;
    },
    wait: (ms: number) => {
      now += ms;
    },
  };
}

function start({ ports }: ReturnType<typeof world>, onProgress = (_: number) => undefined as void) {
  const fetchIndex = async () => new Uint8Array(1);
  return startVision({ fetchIndex, signal: new AbortController().signal, onProgress }, ports);
}

test('loads the first views with progress, and others when the engine wants them', async () => {
  const its = world(20);
  const shares: number[] = [];
  const vision = await start(its, (share) => void shares.push(share));
  expect(its.added()).toHaveLength(8);
  expect([shares.at(-1), shares.toSorted((a, b) => a - b)]).toEqual([1, shares]);
  its.sees([], [13, 14, 15]);
  await vision.look(frame);
  await vi.waitFor(() => expect(its.added().slice(8)).toEqual([idOf(13), idOf(14)]));
});

test('keeps 24 views in memory: the one that was used longest ago goes, never one in sight', async () => {
  const its = world(40);
  const vision = await start(its);
  its.sees([0], []);
  await vision.look(frame);
  for (let view = 8; view < 25; view += 1) await vision.load(idOf(view));
  expect(its.removed()).toEqual([idOf(1)]);
});

test('a view whose download fails is tried again later', async () => {
  const its = world(20);
  const vision = await start(its);
  its.fetchView.mockRejectedValueOnce(new Error('no net'));
  its.sees([], [13]);
  await vision.look(frame);
  await vi.waitFor(() => expect(its.fetchView).toHaveBeenCalledTimes(9));
  await vision.look(frame);
  expect(its.added()).toHaveLength(8);
  its.wait(5_000);
  await vision.look(frame);
  await vi.waitFor(() => expect(its.added()).toContain(idOf(13)));
});

test('without any view it rejects, and ends the worker; with some it starts', async () => {
  const its = world(3);
  its.fetchView.mockRejectedValueOnce(new Error('no net'));
  expect((await start(its)).views).toHaveLength(3);
  its.fetchView.mockRejectedValue(new Error('no net'));
  await expect(start(its)).rejects.toThrow('no net');
  expect(its.stop).toHaveBeenCalledOnce();
});

test('a frame that the engine does not take is closed', async () => {
  const its = world(1);
  const vision = await start(its);
  close.mockReset();
  await vision.look(frame);
  expect(close).not.toHaveBeenCalled();
  its.crash();
  await expect(vision.look(frame)).rejects.toThrow('crashed');
  expect(close).toHaveBeenCalledOnce();
});
