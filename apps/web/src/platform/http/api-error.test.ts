import { codeOf, type ErrorName } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ApiError, isPassing } from './api-error';

const failure = (error: ErrorName) => new ApiError({ code: codeOf(error), error, message: '' });

test('what a limit refuses for now is tried again; a full disk, a spent day and what more tries make worse are not', () => {
  const passing = ['tooManyCalls', 'tooManyUploads', 'starting'] as const;
  expect(passing.filter((error) => !isPassing(failure(error)))).toEqual([]);
  const refused = ['diskFull', 'tooMuchToday', 'tooManyTries', 'tooManyToday', 'tooLarge', 'notFound'] as const;
  expect(refused.filter((error) => isPassing(failure(error)))).toEqual([]);
});
