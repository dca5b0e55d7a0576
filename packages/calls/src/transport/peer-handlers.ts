/** Types of the handlers of peer messages, and their dispatch. A type without a handler fails `tsc`; the table is in `session/call-connection.ts`. */
import type { PeerMessage } from '@earth/contracts';

type PeerMessageType = PeerMessage['type'];

/** The messages of the given types. */
export type MessageOf<Type extends PeerMessageType> = Extract<PeerMessage, { type: Type }>;

/** `from` is the contact id of the sender, as the server's signalling gives it. */
export type PeerHandlers<Types extends PeerMessageType = PeerMessageType> = {
  readonly [Type in Types]: (from: string, message: MessageOf<Type>) => void;
};

export function handlePeerMessage(handlers: PeerHandlers, from: string, message: PeerMessage) {
  // The cast is safe: by `PeerHandlers`, the handler under a message's type takes that message.
  const handle = handlers[message.type] as (from: string, message: PeerMessage) => void;
  handle(from, message);
}
