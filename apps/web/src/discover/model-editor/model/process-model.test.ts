import type { ModelView } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ApiError, NO_ANSWER } from '../../../platform';
import { doneOf, processModel } from './process-model';

const view = (state: ModelView['state'], rating: number | null): ModelView => ({
  uniqueId: state,
  rating,
  reason: null,
  keyPointsCount: 0,
  id: 1,
  modelUniqueId: 'model',
  maskVersion: 0,
  state,
  imageUrl: '/media/1',
  width: 4,
  height: 3,
});
const noAnswer = async () => {
  throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
};

test('D7.15: a processing that takes longer than its answer is awaited by its views', async () => {
  const answers = [[view('queued', null)], [view('queued', null)], [view('processed', 4)]];
  let waits = 0;
  const isGood = await processModel({
    process: noAnswer,
    listViews: async () => answers[waits] ?? [],
    wait: async () => {
      waits += 1;
    },
  });
  expect([isGood, waits]).toEqual([true, 2]);
});

test('D7.15: fails if no view can be recognized', async () => {
  const ports = { process: noAnswer, listViews: async () => [view('processed', 0)], wait: async () => {} };
  expect(await processModel(ports)).toBe(false);
});

test('a refusal of the server is not awaited', async () => {
  const process = async () => {
    throw new ApiError({ code: 422, error: 'noViews', message: 'No views' });
  };
  const listViews = async () => {
    throw new Error('asked');
  };
  await expect(processModel({ process, listViews, wait: async () => {} })).rejects.toThrow('No views');
});

test('counts the views that are done', () => {
  expect(doneOf([view('new', null), view('processed', 3), view('changed', 2)])).toBe(1);
});
