/** Whole pictures on demand. */
import { type LockedTrack, withSender } from './sender-lock';

/** Several people may ask at the same time, and one picture is for all of them. */
const APART_MS = 150;

async function sendKeyFrame(sender: RTCRtpSender) {
  const parameters = sender.getParameters();
  // RTCEncodingOptions of WebRTC Extensions: browsers without it ignore it.
  const encodingOptions = parameters.encodings.map(() => ({ keyFrame: true }));
  await sender.setParameters(parameters, { encodingOptions });
}

/**
 * @param find the picture's track; undefined: none is sent
 * @returns makes the next picture a whole one, in all sizes
 */
export function createKeyFrameSender(find: () => LockedTrack | undefined): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    const track = find();
    if (!track || now - last < APART_MS) return;
    last = now;
    // Refused by a sender that was closed meanwhile; it is asked for again if it is needed.
    withSender(track, sendKeyFrame).catch(() => {});
  };
}
