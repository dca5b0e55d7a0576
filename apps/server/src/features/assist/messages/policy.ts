/** Policy of messages: who may read and write them. Calls and rooms give what differs. */
import type { CallMessage, PushEvent, RecipientKey, RoomMessage, SealedKeys, SealedKind } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import type { Devices } from '../push';
import type { NewMessage, Place, ReceiptKind } from './store';

/** A person of a place, and how far its messages have come to them. */
export interface Member {
  readonly contactId: string;
  readonly name: string;
  readonly isGuest: boolean;
  /** The last message that they cannot read because they joined after it. */
  readonly joinedPosition: number;
  /** The last message that they can read if they left for good, else null. */
  readonly leftPosition: number | null;
  readonly deliveredPosition: number;
  readonly readPosition: number;
}

/** The people of places, by the id of the place. */
export type People<Person> = ReadonlyMap<string, readonly Person[]>;

/** A message as its sender gave it. */
export interface Written {
  readonly message: NewMessage;
  readonly senderName: string;
  /** The people of the place when the message was checked. */
  readonly sealedFor: ReadonlySet<string>;
  /** The keys in its envelopes. */
  readonly keys: readonly SealedKeys[];
}

/** What a transaction has found beside the messages that it stores. */
interface Found<Person> {
  readonly people: People<Person>;
  readonly devices: Devices | undefined;
}

interface Receipt {
  readonly contactUniqueId: string;
  readonly position: number;
}

/** A message without the id of its place. */
export type MessageFields = Omit<CallMessage & RoomMessage, 'callUniqueId' | 'roomUniqueId'>;

interface KeysOf {
  readonly kind: SealedKind;
  /** Absent: of all messages. */
  readonly itemId?: string;
}

/** What a kind of place decides about its messages. */
export interface PlacePolicy<Person extends Member, Message> {
  readonly kind: Place['kind'];
  /** Every message must be sealed for all people of the place, not only for some. */
  readonly isForAll: boolean;
  /** All people of these places, those included who cannot read there yet. */
  findPeople(db: Queries, placeIds: readonly string[]): Promise<People<Person>>;
  canRead(person: Person): boolean;
  /** @throws ApiError if the person may not write now */
  requireMayWrite(me: Person, people: readonly Person[], now: Date): void;
  /** The people who are notified of a new message. */
  notifiedOf(senderId: string, people: readonly Person[]): string[];
  /** Finds the devices that get pushes of these messages. Sent together with the statement that stores them, because an answer takes time. */
  findDevices(context: Context, db: Queries, written: readonly Written[]): Promise<Devices | undefined>;
  /**
   * Runs in the transaction that stored the messages.
   * @returns whether pushes are queued
   */
  afterStored(context: Context, db: Queries, written: readonly Written[], found: Found<Person>): Promise<boolean>;
  /** The keys that a reader got later, by message id: they are not in the stored envelopes. */
  findAddedKeys(
    db: Queries,
    placeId: string,
    items: KeysOf,
    contactId: string,
  ): Promise<ReadonlyMap<string, RecipientKey>>;
  messageOf(placeId: string, fields: MessageFields): Message;
  sentEvent(message: Message): PushEvent;
  receiptEvent(placeId: string, kind: ReceiptKind, receipt: Receipt, now: Date): PushEvent;
}

/** A place is visible to its people only. @throws ApiError `notFound` */
export function requireMember<Person extends Member>(
  people: readonly Person[],
  { contactId }: Pick<Principal, 'contactId'>,
): Person {
  const me = people.find((one) => one.contactId === contactId);
  if (!me) throw new ApiError('notFound');
  return me;
}

export const readersOf = <Person extends Member, Message>(
  { canRead }: PlacePolicy<Person, Message>,
  people: readonly Person[],
): Person[] => people.filter(canRead);
