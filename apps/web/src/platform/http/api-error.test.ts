import { codeOf, type ErrorName } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ApiError, isPassing } from './api-error';

const failure = (error: ErrorName) => new ApiError({ code: codeOf(error), error, message: '' });

test('retries temporary limits; not a full disk, a spent daily allowance or an error that retries make worse', () => {
  const passing = ['tooManyCalls', 'tooManyUploads', 'starting'] as const;
  expect(passing.filter((error) => !isPassing(failure(error)))).toEqual([]);
  const refused = ['diskFull', 'tooMuchToday', 'tooManyTries', 'tooManyToday', 'tooLarge', 'notFound'] as const;
  expect(refused.filter((error) => isPassing(failure(error)))).toEqual([]);
});
