/** The profile pictures that were opened on this device. They are loaded by `account/profile/model/`. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../platform/session/scope-context';

/** By contact: the picture as a `data:` address. Null: this device cannot open it. */
export const createProfilePictures = () => createStore<Readonly<Record<string, string | null>>>(() => ({}));

/** Undefined: there is none. */
export const useProfilePicture = (contactId: string): string | null | undefined =>
  useStore(useScoped(createProfilePictures), (pictures) => pictures[contactId]);
