import { codeOf, type ErrorName } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ApiError, isPassing } from './api-error';

const failure = (error: ErrorName) => new ApiError({ code: codeOf(error), error, message: '' });

test('what a limit refuses, or a full disk, is kept and tried again; what more tries make worse is not', () => {
  const passing = ['tooManyCalls', 'tooManyUploads', 'tooMuchToday', 'diskFull', 'starting'] as const;
  expect(passing.filter((error) => !isPassing(failure(error)))).toEqual([]);
  const refused = ['tooManyTries', 'tooManyToday', 'tooLarge', 'notFound'] as const;
  expect(refused.filter((error) => isPassing(failure(error)))).toEqual([]);
});
