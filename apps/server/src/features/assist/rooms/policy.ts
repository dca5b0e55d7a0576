/** Policy of rooms: checks of what a principal may do. */
import { type Contact, ROOM_PEOPLE_MAX } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { isColleague } from '../../identity/contacts';
import type { RoomRow } from './store';

/**
 * A participant who is alone in a room cannot write (A5.1).
 * @param people including the sender
 * @throws ApiError `noParticipants`
 */
export function requireReaders(people: readonly unknown[]): void {
  if (people.length < 2) throw new ApiError('noParticipants');
}

/** Users may write to all of their colleagues. @throws ApiError `notFound` */
export function requireColleagues(
  ids: readonly string[],
  found: ReadonlyMap<string, Contact>,
  principal: Principal,
): void {
  if (!ids.every((id) => isColleague(found.get(id), principal))) throw new ApiError('notFound');
}

/** @throws ApiError `tooLarge` */
export function requireRoomFor(people: ReadonlySet<string>): void {
  if (people.size > ROOM_PEOPLE_MAX) throw new ApiError('tooLarge', 'targetContacts');
}

/** A room of two keeps its two people, and is named after them. @throws ApiError `invalidInput` */
export function requireGroup({ pair }: RoomRow, field: 'subject' | 'targetContacts'): void {
  if (pair !== null) throw new ApiError('invalidInput', field);
}
