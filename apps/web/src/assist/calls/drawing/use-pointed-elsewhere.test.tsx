import type { Laser } from '@earth/annotations';
import type { Snapshot } from '@earth/calls';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/toast';
import { testInCall, testPerson } from '../../../testing/calls';
import { testContact } from '../../../testing/people';
import type { InCallModel } from '../screens/use-in-call';
import { usePointedElsewhere } from './use-pointed-elsewhere';

const luca = testPerson({ contact: testContact({ name: 'Luca Moretti' }) });
const snapshots = ['first', 'second'].map(
  (uniqueId, at) => ({ pic: { uniqueId }, number: at + 1 }) as unknown as Snapshot,
);
let lasers: { readonly picId: string; readonly contactId: string } | null = null;
let notify = () => {};
const selectPic = vi.fn<(picId: string | null) => void>();
const drawing = {
  subscribe: (listener: () => void) => {
    notify = listener;
    return () => {};
  },
  getLasers: (picId: string) => (lasers?.picId === picId ? [{ contactId: lasers.contactId } as Laser] : []),
};

function pointAt(picId: string, contactId = luca.contact.uniqueId) {
  lasers = { picId, contactId };
  notify();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  toastStore.setState({ toast: null });
  const model = {
    view: testInCall({ people: [luca], snapshots }),
    actions: { drawing, selectPic },
    shown: snapshots[0],
  };
  renderHook(() => usePointedElsewhere(model as unknown as InCallModel));
});
afterEach(() => vi.useRealTimers());

test('says that another person points at a snapshot that is not on the screen, and opens it', () => {
  pointAt('second');
  const { toast } = toastStore.getState();
  expect(toast?.words).toBe('Luca is pointing at snapshot 2');
  toast?.action?.run();
  expect(selectPic).toHaveBeenCalledWith('second');
});

test('says nothing of the snapshot on the screen, nor of the user’s own laser', () => {
  pointAt('first');
  pointAt('second', 'me');
  expect(toastStore.getState().toast).toBeNull();
});

test('is not said again while the person goes on pointing', () => {
  pointAt('second');
  toastStore.setState({ toast: null });
  vi.advanceTimersByTime(9_000);
  pointAt('second');
  vi.advanceTimersByTime(9_000);
  pointAt('second');
  expect(toastStore.getState().toast).toBeNull();
  vi.advanceTimersByTime(10_000);
  pointAt('second');
  expect(toastStore.getState().toast?.words).toBe('Luca is pointing at snapshot 2');
});
