/** Loads the pictures that the user can open. They stay on the device, sealed, for the next start. */
import { createSemaphore } from '@earth/async';
import { listProfilePictures } from '@earth/contracts';
import { sendCall } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';
import { pageCache } from '../../../platform/storage/page-cache';
import { createProfilePictures } from '../../../shared/profile-pictures';
import { openPicture } from './open-picture';

const PREFIX = 'picture_';
const nameOf = (contactId: string) => `${PREFIX}${contactId}`;
const LOADED_AT_ONCE = 4;

interface Kept {
  readonly version: string;
  readonly picture: string;
}

export function createPictureLoading(scope: SessionScope) {
  const store = scope.get(createProfilePictures);
  const cache = pageCache(scope);
  const atOnce = createSemaphore(LOADED_AT_ONCE);
  /** The versions that could not be opened. Another key, or the same with other known keys, is told by an event. */
  const failed = new Map<string, string>();

  const show = (contactId: string, picture: string | null) =>
    void (scope.signal.aborted || store.setState({ [contactId]: picture }));

  async function load(contactId: string, version: string): Promise<void> {
    const kept = await cache?.read<Kept>(nameOf(contactId));
    if (kept?.version === version) return show(contactId, kept.picture);
    if (failed.get(contactId) === version) return;
    const opened = await openPicture(scope, contactId);
    if (opened.picture === null) failed.set(contactId, opened.version);
    else failed.delete(contactId);
    show(contactId, opened.picture);
    if (opened.picture === null) await cache?.drop([nameOf(contactId)]);
    else await cache?.keep(nameOf(contactId), { version: opened.version, picture: opened.picture } satisfies Kept);
  }

  /** Who is not in the list has removed the picture, or no longer shows it to the user. */
  async function forgetOthers(listed: ReadonlySet<string>) {
    const names = (await cache?.names(PREFIX)) ?? [];
    await cache?.drop(names.filter((name) => !listed.has(name.slice(PREFIX.length))));
    if (scope.signal.aborted) return;
    const pictures = Object.entries(store.getState());
    store.setState(Object.fromEntries(pictures.filter(([contactId]) => listed.has(contactId))), true);
  }

  return {
    /** Shows what is on the device, before the server answers. */
    async showKept(): Promise<void> {
      const names = (await cache?.names(PREFIX)) ?? [];
      await Promise.all(
        names.map(async (name) => {
          const kept = await cache?.read<Kept>(name);
          if (kept) show(name.slice(PREFIX.length), kept.picture);
        }),
      );
    },
    /** What could not be opened is tried once more: of this contact, or of all. */
    tryAgain(contactId?: string) {
      if (contactId === undefined) failed.clear();
      else failed.delete(contactId);
    },
    /** One that fails does not hinder the others. */
    async refresh(): Promise<void> {
      const listed = await sendCall(listProfilePictures, {});
      await forgetOthers(new Set(listed.map(({ contactUniqueId }) => contactUniqueId)));
      await Promise.allSettled(
        listed.map(({ contactUniqueId, version }) => atOnce(() => load(contactUniqueId, version))),
      );
    },
  };
}
