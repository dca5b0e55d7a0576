/** Files that were chosen and are not sent yet, by place: they are shown first, with a caption each. They survive leaving the page, as drafts do. */
import type { Place } from '@earth/messaging';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../../platform/session/scope-context';

/** Limit of files at once: more are not taken. */
export const ATTACHMENTS_MAX = 30;

export interface Attachment {
  readonly id: string;
  readonly file: File;
  /** Used if there are several: one alone has the message as its caption. */
  readonly caption: string;
}

const none: readonly Attachment[] = [];
const createAttachments = () => createStore<Readonly<Record<string, readonly Attachment[]>>>(() => ({}));

/** The attachments of a place. */
export const useAttachments = ({ id }: Place): readonly Attachment[] =>
  useStore(useScoped(createAttachments), (all) => all[id] ?? none);

export function useChangeAttachments({ id: placeId }: Place) {
  const attachments = useScoped(createAttachments);
  const change = (next: (all: readonly Attachment[]) => readonly Attachment[]) =>
    attachments.setState((places) => ({ [placeId]: next(places[placeId] ?? none) }));
  return {
    /** @returns whether there was room for it */
    attach(file: File): boolean {
      if ((attachments.getState()[placeId] ?? none).length >= ATTACHMENTS_MAX) return false;
      change((all) => [...all, { id: crypto.randomUUID(), file, caption: '' }]);
      return true;
    },
    setCaption: (id: string, caption: string) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, caption } : one))),
    remove: (id: string) => change((all) => all.filter((one) => one.id !== id)),
    clear: () => change(() => none),
  };
}
