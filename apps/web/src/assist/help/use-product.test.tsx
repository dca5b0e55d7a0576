import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCalls } from '../calls';
import { AppScope, beginScope, queries } from '../../testing/scope';
import { productsQuery } from '../../shared/queries';
import { useProduct } from './use-product';

const pump = { code: 'P-204', name: 'Feed pump P-204', description: '', imageUrl: null };
const boiler = { code: 'B 1', name: 'Boiler B 1', description: '', imageUrl: null };

let view: { phase: 'idle' | 'calling' | 'inCall' };
let notify: () => void;

beforeEach(() => {
  localStorage.clear();
  view = { phase: 'idle' };
  beginScope([
    [createCalls, { getView: () => view, subscribe: (listener: () => void) => ((notify = listener), () => undefined) }],
  ]);
  queries().setQueryData(productsQuery.queryKey, [pump, boiler]);
});
afterEach(() => void vi.useRealTimers());

const open = () => renderHook(useProduct, { wrapper: AppScope });

function goTo(phase: typeof view.phase) {
  view = { phase };
  act(() => notify());
}

test('a chosen product stays over a reload and while it rings, and a second tap does not drop it', () => {
  const first = open();
  act(() => first.result.current.choose(boiler));
  act(() => first.result.current.choose(boiler));
  goTo('calling');
  goTo('idle');
  first.unmount();
  expect(open().result.current.chosen?.name).toBe('Boiler B 1');
});

test('it is dropped once a call was answered, or by the user', async () => {
  const { result } = open();
  act(() => result.current.choose(pump));
  goTo('inCall');
  await waitFor(() => expect(result.current.chosen).toBeNull());
  goTo('idle');
  expect(open().result.current.chosen).toBeNull();
  act(() => result.current.choose(pump));
  act(() => result.current.clear());
  expect([result.current.chosen, localStorage.length]).toEqual([null, 0]);
});

test('after half an hour the next call is about nothing', () => {
  vi.useFakeTimers();
  const { result } = open();
  act(() => result.current.choose(pump));
  act(() => void vi.advanceTimersByTime(29 * 60_000));
  expect(result.current.chosen?.code).toBe('P-204');
  act(() => void vi.advanceTimersByTime(61_000));
  expect(result.current.chosen).toBeNull();
  expect(open().result.current.chosen).toBeNull();
});

test('what an earlier version stored is no choice', () => {
  localStorage.setItem('product', 'P-204');
  expect(open().result.current.chosen).toBeNull();
});
