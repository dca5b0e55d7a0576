import { expect, test } from 'vitest';
import { issueCredentials, readUsername } from './credentials';

const at = (time: string) => ({ now: () => new Date(time) });
const NOON = at('2026-03-01T12:00:00Z');

test('the credentials are those of coturn: base64 of the HMAC-SHA-1 of the name', () => {
  // By `printf 1700000000:luca | openssl dgst -sha1 -hmac north -binary | base64`.
  expect(readUsername('north', at('2023-01-01T00:00:00Z'), '1700000000:luca')).toEqual({
    user: 'luca',
    password: '3W/VGnY5AFT95RiyOeL+nXZxwiE=',
  });
});

test('they are valid for half a day, and name the same user each time', () => {
  const { username, credential } = issueCredentials('north', NOON, 'luca');
  const read = readUsername('north', at('2026-03-01T23:59:59Z'), username);
  expect(read?.password).toBe(credential);
  expect(readUsername('north', at('2026-03-02T00:00:00Z'), username)).toBeNull();
  const later = issueCredentials('north', at('2026-03-01T13:00:00Z'), 'luca');
  expect(later.username.split(':')[1]).toBe(read?.user);
  expect(issueCredentials('north', NOON, 'giulia').username.split(':')[1]).not.toBe(read?.user);
});

test.each(['', 'luca', ':luca', '99999999999:', '-1:luca', '9999999999999999:luca'])('«%s» is no name', (name) => {
  expect(readUsername('north', NOON, name)).toBeNull();
});
