import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentScope } from '../../../platform';
import { createLocalStore } from '../../../platform/storage/local-store';

import { AppScope, beginScope } from '../../../testing/scope';
import { createCustomerFilter, useCustomerFilter } from './customer-filter';

const { read, write } = createCustomerFilter();

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('D6.2: private contents only is the default', () => {
  expect(read()).toEqual({ customer: null, isPrivateOnly: true });
});

test('D3.35: stores currentFilteredCustomer and onlyPrivateContentsVisible', () => {
  write({ customer: 'TILES', isPrivateOnly: false });
  expect([localStorage.getItem('currentFilteredCustomer'), localStorage.getItem('onlyPrivateContentsVisible')]).toEqual(
    ['TILES', 'false'],
  );
  expect(read()).toEqual({ customer: 'TILES', isPrivateOnly: false });
  write({ customer: null, isPrivateOnly: true });
  expect(localStorage.getItem('currentFilteredCustomer')).toBeNull();
});

test('resets the choice at the end of the session, and notifies the screen', () => {
  write({ customer: 'TILES', isPrivateOnly: false });
  const { result } = renderHook(useCustomerFilter, { wrapper: AppScope });
  createLocalStore(localStorage).forgetPrivate();
  act(() => void beginScope());
  expect(result.current).toEqual({ customer: null, isPrivateOnly: true });
});

test('a choice that cannot be stored is valid until the end of the session', () => {
  const full = () => {
    throw new Error('full');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: full, setItem: full });
  const { result } = renderHook(useCustomerFilter, { wrapper: AppScope });
  act(() => currentScope().get(createCustomerFilter).write({ customer: 'TILES', isPrivateOnly: false }));
  expect(result.current).toEqual({ customer: 'TILES', isPrivateOnly: false });
  act(() => void beginScope());
  expect(result.current).toEqual({ customer: null, isPrivateOnly: true });
});
