import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeVisitorProfile, isBirthDate, readVisitorProfile, useVisitorProfile } from './visitor-profile';

const DEFAULT = { notificationEnabled: true, profileRole: 'tourist', birthDate: '1994-07-16' };

beforeEach(() => localStorage.clear());

test('D3.4, D3.31: profile_data is a tourist of 1994 by default', () => {
  expect(readVisitorProfile()).toEqual(DEFAULT);
  changeVisitorProfile({ profileRole: 'citizen' });
  changeVisitorProfile({ birthDate: '2001-02-03' });
  const changed = { ...DEFAULT, profileRole: 'citizen', birthDate: '2001-02-03' };
  expect(readVisitorProfile()).toEqual(changed);
  expect(JSON.parse(localStorage.getItem('profile_data') ?? '')).toEqual(changed);
});

test.each([
  '{',
  '[]',
  '"tourist"',
  '{"profileRole":"king"}',
  '{"birthDate":"1994-13-01"}',
  '{"birthDate":"3000-01-01"}',
  '{"birthDate":19940716}',
])('treats invalid stored data as absent: %s', (text) => {
  localStorage.setItem('profile_data', text);
  expect(readVisitorProfile()).toEqual(DEFAULT);
});

test('accepts a birth date only if a living person can have it', () => {
  expect(['1899-12-31', '1900-01-01', '2999-01-01', ''].map(isBirthDate)).toEqual([false, true, false, false]);
});

test('notifies subscribers of each change', () => {
  const { result } = renderHook(useVisitorProfile);
  expect(result.current.profileRole).toBe('tourist');
  act(() => changeVisitorProfile({ profileRole: 'citizen' }));
  expect(result.current.profileRole).toBe('citizen');
});
