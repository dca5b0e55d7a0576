import { ROLE_IDS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ApiError, NO_ANSWER } from '../../../platform';
import { problemOf, problemsIn } from './invite-form';

const ada = { email: 'ada@pump.example', name: 'Ada Monti', roleUniqueId: ROLE_IDS.ASSISTED };
const OWN = 'giulia@demo.example';

test.each([
  [{}, []],
  [{ email: ' ' }, [{ field: 'email', text: 'fieldEmpty' }]],
  [{ email: 'ada.pump.example' }, [{ field: 'email', text: 'emailFormat' }]],
  [{ email: ' Giulia@Demo.example ' }, [{ field: 'email', text: 'ownEmail' }]],
  [{ name: '  ' }, [{ field: 'name', text: 'fieldEmpty' }]],
  [
    { email: '', name: '' },
    [
      { field: 'email', text: 'fieldEmpty' },
      { field: 'name', text: 'fieldEmpty' },
    ],
  ],
])('validation without the server: %j', (change, problems) => {
  expect(problemsIn({ ...ada, ...change }, OWN)).toEqual(problems);
});

const refused = (failure: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ code: 400, error: null, message: 'said', ...failure });

test.each([
  [refused({ error: 'conflict' }), { field: 'email', text: 'conflict' }],
  [
    refused({ error: 'tooManyTries', retryAfterSeconds: 12 }),
    { field: 'email', text: 'tooSoon', values: { seconds: 12 } },
  ],
  [refused({ error: 'notFound' }), { text: 'gone' }],
  [refused({ error: 'notAllowed' }), { text: 'notAllowed' }],
  [refused({ error: 'invalidInput', fields: { name: 'Too long' } }), { field: 'name', words: 'Too long' }],
  [refused({ error: 'internal', code: 500 }), { words: 'said' }],
  [refused({ code: NO_ANSWER }), { text: 'noAnswer' }],
  [new TypeError('ours'), { text: 'noAnswer' }],
])('the server’s error is shown at its field: %j', (error, problem) => {
  expect(problemOf(error)).toEqual(problem);
});
