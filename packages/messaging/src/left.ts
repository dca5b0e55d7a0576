/** What the stored fields of an item that a closed page has left tell about it. */
import type { Outgoing } from './outgoing';
import type { OutgoingFields, Unsent } from './ports';

export const kindOf = (fields: OutgoingFields): Outgoing['kind'] => {
  if ('message' in fields) return 'message';
  return 'picBase64' in fields ? 'pic' : 'piece';
};

/** What an item left by a closed page changes, and whom it mentions; of a snapshot who took it; of a piece its place. */
export function aboutOf(fields: Unsent['fields']): Pick<Outgoing, 'change' | 'mentions' | 'takenBy' | 'piece'> {
  if ('pieceBase64' in fields) {
    const { recordingId, number, milliseconds } = fields;
    return { piece: { recordingId, number, milliseconds } };
  }
  if (!('message' in fields)) return fields.takenByUniqueId === undefined ? {} : { takenBy: fields.takenByUniqueId };
  const { change, changedUniqueId, cryptoSchema: changedScheme, mentions } = fields;
  return {
    ...(change && changedUniqueId !== undefined && { change: { change, changedUniqueId, changedScheme } }),
    ...(mentions && { mentions }),
  };
}
