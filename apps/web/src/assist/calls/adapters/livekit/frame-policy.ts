/**
 * What the worker that encrypts frames may be asked to do. LiveKit's client passes on what the media server says: under which name this page
 * is in the room, who encrypts, which track is whose. Believed, that lets a dishonest server have frames sent plain, or under another
 * participant's key. So here everybody encrypts, what is sent is encrypted with the own key whatever name the server gives, and own
 * tracks and those of others never meet under one id.
 */

interface Data {
  readonly participantIdentity?: string;
  readonly trackId?: string;
  readonly previousTrackId?: string;
}

/** A message to the worker, as LiveKit's client sends it. */
export interface FrameRequest {
  readonly kind: string;
  readonly data: Data;
}

const own = (id: string) => `own/${id}`;
const others = (id: string) => `others/${id}`;

const named = ({ trackId, previousTrackId, ...data }: Data, name: (id: string) => string): Data => ({
  ...data,
  ...(trackId !== undefined && { trackId: name(trackId) }),
  ...(previousTrackId !== undefined && { previousTrackId: name(previousTrackId) }),
});

/** Of a track that is sent (`encode`) or received (`decode`). @param me this page's identity, which the server did not give */
export function withPolicy<Of extends Data>(kind: string, data: Of, me: string): Of {
  const safe = kind === 'encode' ? { ...named(data, own), participantIdentity: me } : named(data, others);
  return { ...data, ...safe };
}

/** @returns the request as it may be carried out */
export function permitted({ kind, data }: FrameRequest, me: string): FrameRequest {
  switch (kind) {
    case 'enable':
      return { kind, data: { ...data, enabled: true } as Data };
    case 'encode':
    case 'decode':
    case 'removeTransform':
      return { kind, data: withPolicy(kind, data, me) };
    case 'updateCodec':
      // Of a received track it names the one before.
      return { kind, data: withPolicy(data.previousTrackId === undefined ? 'encode' : 'decode', data, me) };
    default:
      return { kind, data };
  }
}
