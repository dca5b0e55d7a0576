import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { createLocalStore } from '../../../platform/storage/local-store';

const enders: (() => void)[] = [];
vi.mock('../../../platform', () => ({ onSessionEnd: (ender: () => void) => enders.push(ender) }));
const { readCustomerFilter, useCustomerFilter, writeCustomerFilter } = await import('./customer-filter');

beforeEach(() => localStorage.clear());

test('D6.2: private contents only is the default', () => {
  expect(readCustomerFilter()).toEqual({ customer: null, isPrivateOnly: true });
});

test('D3.35: stores currentFilteredCustomer and onlyPrivateContentsVisible', () => {
  writeCustomerFilter({ customer: 'TILES', isPrivateOnly: false });
  expect([localStorage.getItem('currentFilteredCustomer'), localStorage.getItem('onlyPrivateContentsVisible')]).toEqual(
    ['TILES', 'false'],
  );
  expect(readCustomerFilter()).toEqual({ customer: 'TILES', isPrivateOnly: false });
  writeCustomerFilter({ customer: null, isPrivateOnly: true });
  expect(localStorage.getItem('currentFilteredCustomer')).toBeNull();
});

test('resets the choice at the end of the session, and notifies the screen', () => {
  writeCustomerFilter({ customer: 'TILES', isPrivateOnly: false });
  const { result } = renderHook(useCustomerFilter);
  createLocalStore(localStorage).forgetPrivate();
  act(() => {
    for (const end of enders) end();
  });
  expect(result.current).toEqual({ customer: null, isPrivateOnly: true });
});
