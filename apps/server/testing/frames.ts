/** Predicates for `TestSocket.next`. */
import type { PushEvent, ServerFrame } from '@earth/contracts';

type Push<Type extends PushEvent['messageType']> = Extract<ServerFrame, { type: 'push'; messageType: Type }>;
type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

export const isPush =
  <Type extends PushEvent['messageType']>(type: Type) =>
  (frame: ServerFrame): frame is Push<Type> =>
    frame.type === 'push' && frame.messageType === type;

export const isFrame =
  <Type extends ServerFrame['type']>(type: Type) =>
  (frame: ServerFrame): frame is Frame<Type> =>
    frame.type === type;

/** A notification that the visible state of a contact is this. */
export const isSeenAs =
  (contactId: string, seen: { readonly availability?: 1 | 2; readonly inCall?: boolean }) =>
  (frame: ServerFrame): frame is Push<'ContactAvailability'> => {
    if (!isPush('ContactAvailability')(frame)) return false;
    const { contactUniqueId, availability, inCall } = frame.messageContent;
    return (
      contactUniqueId === contactId &&
      (seen.availability ?? availability) === availability &&
      (seen.inCall ?? inCall) === inCall
    );
  };
