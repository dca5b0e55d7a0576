/** What a conversation shows, and what can be done in it: given by a room, a call, or the page of a call. */
import type { NotGenuine, RoomMessage } from '@earth/contracts';
import type { Changed, ChangeRequest, Outbox, Place, Sending } from '@earth/messaging';
import { createContext, useContext } from 'react';
import type { Mentionable } from './model/mentions';

/** A message of a call or a room. */
export interface ShownMessage extends Omit<RoomMessage, 'roomUniqueId'>, Changed {
  /** Null: not sealed for the reader. Of a file: its name, or the text sent with it. */
  readonly text: string | NotGenuine | null;
  /** `arriving`: the server does not have it yet. `awaitsKey`: others are still asked for a key. Absent: stored. */
  readonly state?: 'stored' | 'arriving' | 'awaitsKey';
}

/** An opened file. Null: not sealed for the reader. */
export type OpenedFile = Blob | NotGenuine | null;

export interface ConversationSource {
  readonly place: Place;
  /** Downloads and decrypts the file of a message, or its preview. */
  readonly openFile: (message: ShownMessage, part: 'file' | 'preview', sending?: Sending) => Promise<OpenedFile>;
  /** Null: nothing can be sent here, or not yet. */
  readonly outbox: Pick<Outbox, 'retry' | 'withdraw'> | null;
  /** Asks to which chat a message is forwarded. Null: it cannot be forwarded from here. */
  readonly forward: ((message: ShownMessage) => void) | null;
  /** Who can be mentioned, the user included; empty: nobody. */
  readonly people: readonly Mentionable[];
  /** Sends a change of a message, as `writeChange` writes it. Null: nothing can be changed here, or not yet. */
  readonly sendChange: ((text: string, change: ChangeRequest) => void) | null;
}

export const ConversationContext = createContext<ConversationSource | null>(null);

export function useConversation(): ConversationSource {
  const source = useContext(ConversationContext);
  if (!source) throw new Error('Outside of a ConversationContext');
  return source;
}
