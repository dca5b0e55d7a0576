/** The contents that a visitor has saved on this device, newest first, in local storage (D3.31). */
import { type ContentItem, contentItem, decode, encode } from '@earth/contracts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { scopeStore } from '../../../platform';
import { SAVED_KEY as KEY } from '../../../platform/storage/local-store';
import { dropPictures, storePictures, updatePictures } from './saved-pictures';
import { memoizeLast } from '../../../platform/memoize';

const savedList = z.array(contentItem);

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Decoded one by one: an entry of another app version must not invalidate the rest. */
const parse = memoizeLast((text): readonly ContentItem[] => {
  try {
    const items = z.array(z.unknown()).safeParse(JSON.parse(text ?? '[]')).data ?? [];
    return items.flatMap((item) => {
      const decoded = decode(contentItem, item);
      return decoded.success ? [decoded.data] : [];
    });
  } catch {
    return [];
  }
});

export const readSaved = (): readonly ContentItem[] => parse(localStorage.getItem(KEY));

function write(items: readonly ContentItem[]) {
  localStorage.setItem(KEY, JSON.stringify(encode(savedList, [...items])));
  notify();
}

/**
 * Saves a content at the top.
 * @throws if the storage is full
 */
export function saveContent(item: ContentItem): void {
  write([item, ...readSaved().filter(({ content }) => content.id !== item.content.id)]);
  void storePictures(item);
}

/** @returns a function that restores it at its position */
export function removeSaved(contentId: number): () => void {
  const place = readSaved().findIndex(({ content }) => content.id === contentId);
  if (place === -1) return () => undefined;
  const removed = readSaved().slice(place, place + 1);
  const others = () => readSaved().filter(({ content }) => content.id !== contentId);
  write(others());
  for (const item of removed) void dropPictures(item);
  return () => {
    write(others().toSpliced(place, 0, ...removed));
    for (const item of removed) void storePictures(item);
  };
}

/**
 * Updates the saved copy of a content. Its visibility must be current, because a content that is no longer public is deleted with
 * the session. An unchanged copy is not written again.
 */
export function updateSaved(item: ContentItem): void {
  const saved = readSaved();
  const last = saved.find(({ content }) => content.id === item.content.id);
  if (!last || JSON.stringify(last) === JSON.stringify(item)) return;
  try {
    write(saved.map((other) => (other === last ? item : other)));
  } catch {
    // If the storage is full, the old copy stays, but not if it is no longer public.
    if (item.content.visibility !== 'public') removeSaved(item.content.id);
    return;
  }
  void updatePictures(last, item, () => readSaved().some(({ content }) => content.id === item.content.id));
}

// `local-store.ts` has deleted the private ones with the session.
scopeStore.subscribe(notify);

/** Also notified of changes in other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export const useSaved = (): readonly ContentItem[] => useSyncExternalStore(subscribe, readSaved);

export const useIsSaved = (contentId: number): boolean => useSaved().some(({ content }) => content.id === contentId);
