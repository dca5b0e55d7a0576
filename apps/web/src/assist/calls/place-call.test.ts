import { expect, test } from 'vitest';
import { testContact, testProfile } from '../../testing/people';
import { isServiceAvailable, mayCallPerson } from './place-call';

const now = new Date('2025-11-20T10:00:00Z');
const paid = { paidService: true, purchasedMinutes: 100, serviceUsageMinutes: 99 };

test.each([
  ['not paid', {}, true],
  ['minutes left', paid, true],
  ['minutes used up', { ...paid, serviceUsageMinutes: 100 }, false],
  ['expires later', { ...paid, expirationDate: '2025-11-20T10:00:01Z' }, true],
  ['expired', { ...paid, expirationDate: '2025-11-20T10:00:00Z' }, false],
])('the service: %s', (_, change, isAvailable) => {
  expect(isServiceAvailable(testProfile(change), now)).toBe(isAvailable);
});

test('a field user calls controllers only, a controller anybody else', () => {
  const fieldUser = testProfile();
  const operator = testProfile({}, 'OPERATOR');

  expect(mayCallPerson(fieldUser, testContact({}, 'ADMIN'))).toBe(true);
  expect(mayCallPerson(fieldUser, testContact({}, 'ASSISTED'))).toBe(false);
  expect(mayCallPerson(operator, testContact({}, 'ASSISTED'))).toBe(true);
  expect(mayCallPerson(operator, testContact({ uniqueId: operator.uniqueId }))).toBe(false);
});
