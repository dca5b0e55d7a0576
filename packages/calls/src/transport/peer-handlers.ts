/** Types of the handlers of peer messages, and their dispatch. A type without a handler fails `tsc`; the table is in `session/call-connection.ts`. */
import type { PassedMessage } from './transport';

type PeerMessageType = PassedMessage['type'];

/** The messages of the given types. */
export type MessageOf<Type extends PeerMessageType> = Extract<PassedMessage, { type: Type }>;

/** `from` is the contact id of the sender, as the server's signalling gives it. */
export type PeerHandlers<Types extends PeerMessageType = PeerMessageType> = {
  readonly [Type in Types]: (from: string, message: MessageOf<Type>) => void;
};

export function handlePeerMessage(handlers: PeerHandlers, from: string, message: PassedMessage) {
  // The cast is safe: by `PeerHandlers`, the handler under a message's type takes that message.
  const handle = handlers[message.type] as (from: string, message: PassedMessage) => void;
  handle(from, message);
}
