import { expect, test } from 'vitest';
import { isServedLocally } from './local';

test.each([
  ['localhost', undefined, true],
  ['127.0.0.1', 'http://localhost:8080', true],
  ['localhost', 'https://help.example.com', false],
  // As `npm start` sets it if the server listens on all addresses.
  ['0.0.0.0', 'http://localhost:8080', false],
  ['::', undefined, false],
  ['localhost', 'http://localhost.example.com', false],
])('HOST %s and PUBLIC_URL %s: served locally is %s', (host, publicUrl, expected) => {
  expect(isServedLocally({ host, publicUrl })).toBe(expected);
});
