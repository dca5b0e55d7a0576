/** Changes of a sender's parameters, one at a time. */
import type { LocalTrack } from 'livekit-client';

/**
 * LiveKit's client holds this lock of a `LocalVideoTrack` while it changes the sender's parameters. Of two changes at the same time a browser
 * refuses one, and the client does not repeat its own: a size of the picture would stay off. The lock is private in its types.
 */
export interface SenderLock {
  readonly senderLock?: { lock(): Promise<() => void> };
}

/** Of a track that is sent. */
export type LockedTrack = Pick<LocalTrack, 'sender'> & SenderLock;

/** Does nothing if the track has no sender (yet). @param change may set the parameters of the sender */
export async function withSender(
  { sender, senderLock }: LockedTrack,
  change: (sender: RTCRtpSender) => Promise<void>,
): Promise<void> {
  if (!sender || !senderLock) return;
  const unlock = await senderLock.lock();
  try {
    await change(sender);
  } finally {
    unlock();
  }
}
