import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testContact } from '../../testing/people';
import { findChanged, recordComparison } from './key-trust';
import { fingerprintOf, forgetKnownKeys, type KnownKeys, recordKnownKeys, useKnownKeys, withSeen } from './known-keys';
import { get } from 'idb-keyval';
import { AppScope, beginScope } from '../../testing/scope';
import { createSessionScope, type SessionScope } from '../session/session-scope';

const NOW = '2026-01-05T12:00:00.000Z';
const seen = (fingerprint: string, ...replacedDates: string[]) => [{ contactId: 'luca', fingerprint, replacedDates }];

let scope: SessionScope;
beforeEach(async () => {
  scope = beginScope();
  await forgetKnownKeys();
});

test('takes earlier key changes from the server for a contact that this device has never seen', () => {
  const dates = ['2026-01-04T10:00:00.000Z', '2026-01-03T10:00:00.000Z'];
  expect(withSeen({}, seen('a', ...dates), NOW)).toEqual({
    luca: { fingerprint: 'a', changes: dates.toReversed(), putAway: 2 },
  });
});

test('shows a changed key, whatever the server says of it, and as not compared', () => {
  const known = { luca: { fingerprint: 'a', changes: [], comparedBy: 'mine' } };
  expect(withSeen(known, seen('b'), NOW)).toEqual({
    luca: { fingerprint: 'b', changes: [NOW], trust: 'changed' },
  });
  const old = withSeen(known, seen('b', '2020-01-01T00:00:00.000Z'), NOW);
  expect(old['luca']?.changes).toEqual([NOW]);
});

test('does not change what is already known', () => {
  const known: KnownKeys = { luca: { fingerprint: 'a', changes: [], comparedBy: 'mine' } };
  expect(withSeen(known, seen('a', NOW), NOW)).toBe(known);
});

test('stores comparisons on the device until the session ends', async () => {
  const luca = testContact({ publicKey: 'his' });
  await recordKnownKeys(scope, [luca, testContact({ publicKey: '' })]);
  await recordComparison(scope, luca, 'mine', true);
  expect(await get('known-keys')).toEqual({
    [luca.uniqueId]: {
      fingerprint: await fingerprintOf('his'),
      changes: [],
      comparedBy: await fingerprintOf('mine'),
      decidedDate: expect.any(String) as string,
    },
  });
  await recordKnownKeys(scope, [luca]);
  expect(await get('known-keys')).toMatchObject({ [luca.uniqueId]: { comparedBy: await fingerprintOf('mine') } });
  await recordComparison(scope, luca, 'mine', false);
  expect(await get('known-keys')).not.toHaveProperty([luca.uniqueId, 'comparedBy']);
  await forgetKnownKeys();
  expect(await get('known-keys')).toBeUndefined();
});

test('uses what another tab has changed', async () => {
  const luca = testContact({ publicKey: 'his' });
  const otherTab = createSessionScope();
  for (const tab of [scope, otherTab]) await recordKnownKeys(tab, [luca]);
  await recordComparison(otherTab, luca, 'mine', false);
  await waitFor(async () => expect([...(await findChanged(scope, [luca]))]).toEqual([luca.uniqueId]));
  otherTab.dispose();
});

test('discards what is still being recorded when the session ends', async () => {
  const luca = testContact({ publicKey: 'his' });
  const noting = [recordKnownKeys(scope, [luca]), recordComparison(scope, luca, 'mine', true)];
  scope.dispose();
  await forgetKnownKeys();
  await Promise.all(noting);
  expect(await get('known-keys')).toBeUndefined();
});

test('does not apply a comparison to keys that changed meanwhile', async () => {
  const luca = testContact({ publicKey: 'his' });
  await recordKnownKeys(scope, [{ ...luca, publicKey: 'his new one' }]);
  await recordComparison(scope, luca, 'mine', true);
  expect(await get('known-keys')).toEqual({
    [luca.uniqueId]: { fingerprint: await fingerprintOf('his new one'), changes: [] },
  });
});

test('does not notify listeners when people are named again with the same keys', async () => {
  const luca = testContact({ publicKey: 'his' });
  await recordKnownKeys(scope, [luca]);
  const { result } = renderHook(useKnownKeys, { wrapper: AppScope });
  const before = result.current;
  await recordKnownKeys(scope, [luca]);
  expect(result.current).toBe(before);
  expect(before).toHaveProperty(luca.uniqueId);
});
