import { expect, test } from 'vitest';
import { reasonOf } from './outcomes';

const withFields = (fields: object) => Object.assign(new Error('of luca@demo.example'), fields);

test.each([
  [withFields({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [withFields({ code: 'EENVELOPE', responseCode: 550 }), 'EENVELOPE 550'],
  [withFields({ name: 'AbortError', code: 'ABORT_ERR' }), 'ETIMEDOUT'],
  [new DOMException('too long', 'TimeoutError'), 'ETIMEDOUT'],
  [new DOMException('refused', 'NetworkError'), 'NetworkError'],
  [new TypeError('fetch failed', { cause: withFields({ code: 'ENOTFOUND' }) }), 'ENOTFOUND'],
  [withFields({ code: 19 }), 'Error'],
  ['luca@demo.example', 'unknown'],
])('the reason of %o is %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
