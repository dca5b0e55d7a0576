/** The profile of a visitor: stored on this device only, under a fixed key and with fixed defaults (D3.4). */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { memoizeLast } from '../memoize';

const KEY = 'profile_data';

/** The earliest birth date accepted. */
const OLDEST = '1900-01-01';

const visitorProfile = z.object({
  notificationEnabled: z._default(z.boolean(), true),
  profileRole: z._default(z.enum(['tourist', 'citizen']), 'tourist'),
  birthDate: z._default(z.iso.date().check(z.refine(isBirthDate)), '1994-07-16'),
});
export type VisitorProfile = Readonly<z.infer<typeof visitorProfile>>;

/** `2026-11-23`: neither in the future nor before `OLDEST`. */
export function isBirthDate(date: string): boolean {
  return date >= OLDEST && date <= new Date().toISOString().slice(0, 10);
}

const listeners = new Set<() => void>();

/** Invalid stored data counts as absent. */
const parse = memoizeLast((text): VisitorProfile => {
  try {
    return visitorProfile.parse(JSON.parse(text ?? '{}'));
  } catch {
    return visitorProfile.parse({});
  }
});

export const readVisitorProfile = (): VisitorProfile => parse(localStorage.getItem(KEY));

/** @throws if the browser's storage is full */
export function changeVisitorProfile(change: Partial<VisitorProfile>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readVisitorProfile(), ...change }));
  for (const listener of listeners) listener();
}

/** Also notified of changes in other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export const useVisitorProfile = (): VisitorProfile => useSyncExternalStore(subscribe, readVisitorProfile);
