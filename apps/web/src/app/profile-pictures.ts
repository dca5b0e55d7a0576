/** When profile pictures may have changed, or the people who may see the user's own. */
import type { PushEvent } from '@earth/contracts';
import type { SessionScope } from '../platform/session/session-scope';

const EVENTS: ReadonlySet<PushEvent['messageType']> = new Set([
  'ProfilePictureChanged',
  'AddressBookChanged',
  'KeysChanged',
  'RoomCreated',
  'RoomChanged',
  'RoomDeleted',
]);

export const isPictureEvent = ({ messageType }: Pick<PushEvent, 'messageType'>): boolean => EVENTS.has(messageType);

/** The first screen shows initials: the code comes after it. What fails is tried again at the next event or connection. */
export const syncProfilePictures = (scope: SessionScope, event?: PushEvent): void =>
  void import('../account/profile/model/picture-sync')
    .then(({ syncPictures }) => syncPictures(scope, event))
    .catch(() => undefined);
