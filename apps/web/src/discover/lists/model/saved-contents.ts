/** The contents that a visitor has saved on this device, newest first, in local storage (D3.31). */
import { type ContentItem, contentItem, decode, encode } from '@earth/contracts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { onSessionEnd } from '../../../platform';
import { SAVED_KEY as KEY } from '../../../platform/storage/local-store';
import { dropPictures, keepPictures, renewPictures } from './saved-pictures';

const savedList = z.array(contentItem);

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
/** The list as it was last read: the same one as long as its text is the same. */
let last: { readonly text: string | null; readonly items: readonly ContentItem[] } = { text: null, items: [] };

/** One by one: what another version of the app wrote takes no other with it. */
function parse(text: string): readonly ContentItem[] {
  try {
    const items = z.array(z.unknown()).safeParse(JSON.parse(text)).data ?? [];
    return items.flatMap((item) => {
      const decoded = decode(contentItem, item);
      return decoded.success ? [decoded.data] : [];
    });
  } catch {
    return [];
  }
}

export function readSaved(): readonly ContentItem[] {
  const text = localStorage.getItem(KEY);
  if (text !== last.text) last = { text, items: text === null ? [] : parse(text) };
  return last.items;
}

function write(items: readonly ContentItem[]) {
  localStorage.setItem(KEY, JSON.stringify(encode(savedList, [...items])));
  tell();
}

/** Puts a content first. Throws where the browser keeps no more. */
export function saveContent(item: ContentItem): void {
  write([item, ...readSaved().filter(({ content }) => content.id !== item.content.id)]);
  void keepPictures(item);
}

/** @returns what puts it back in its place */
export function removeSaved(contentId: number): () => void {
  const place = readSaved().findIndex(({ content }) => content.id === contentId);
  if (place === -1) return () => undefined;
  const removed = readSaved().slice(place, place + 1);
  const others = () => readSaved().filter(({ content }) => content.id !== contentId);
  write(others());
  for (const item of removed) void dropPictures(item);
  return () => {
    write(others().toSpliced(place, 0, ...removed));
    for (const item of removed) void keepPictures(item);
  };
}

/**
 * What the server says of a content now, where it was saved: what is not for everybody any more must be known for that, so that it goes
 * with the session. A copy that is the same is not written again.
 */
export function renewSaved(item: ContentItem): void {
  const saved = readSaved();
  const last = saved.find(({ content }) => content.id === item.content.id);
  if (!last || JSON.stringify(last) === JSON.stringify(item)) return;
  try {
    write(saved.map((other) => (other === last ? item : other)));
  } catch {
    // A browser that is full keeps the one before, but nothing that it must not keep.
    if (item.content.visibility !== 'public') removeSaved(item.content.id);
    return;
  }
  void renewPictures(last, item, () => readSaved().some(({ content }) => content.id === item.content.id));
}

// What is not for everybody has gone with the session: `local-store.ts`.
onSessionEnd(tell);

/** Also what another tab of this browser saves. */
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
