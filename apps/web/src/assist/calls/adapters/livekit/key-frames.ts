/** Whole pictures on demand. */
import type { LocalTrack } from 'livekit-client';

/** Several people may ask at the same time, and one picture is for all of them. */
const APART_MS = 150;

/**
 * LiveKit's client holds this lock of a `LocalVideoTrack` while it changes the sender's parameters. Of two changes at the same time a browser
 * refuses one, and the client does not repeat its own: a size of the picture would stay off. The lock is private in its types.
 */
export interface SenderLock {
  readonly senderLock?: { lock(): Promise<() => void> };
}

/**
 * @param find the picture's track; undefined: none is sent
 * @returns makes the next picture a whole one, in all sizes
 */
export function createKeyFrameSender(find: () => Pick<LocalTrack, 'sender'> | undefined): () => void {
  let last = Number.NEGATIVE_INFINITY;

  async function send({ sender, senderLock }: Pick<LocalTrack, 'sender'> & SenderLock) {
    if (!sender || !senderLock) return;
    const unlock = await senderLock.lock();
    try {
      const parameters = sender.getParameters();
      // RTCEncodingOptions of WebRTC Extensions: browsers without it ignore it.
      const encodingOptions = parameters.encodings.map(() => ({ keyFrame: true }));
      await sender.setParameters(parameters, { encodingOptions });
    } finally {
      unlock();
    }
  }

  return () => {
    const now = performance.now();
    const track = find();
    if (!track || now - last < APART_MS) return;
    last = now;
    // Refused by a sender that was closed meanwhile; it is asked for again if it is needed.
    send(track).catch(() => {});
  };
}
