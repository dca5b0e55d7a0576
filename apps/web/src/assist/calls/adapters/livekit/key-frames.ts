/** Whole pictures on demand. */

/** Several people may ask at the same time, and one picture is for all of them. */
const APART_MS = 150;

/**
 * @param find the sender of the picture; undefined: none is sent
 * @returns makes the next picture a whole one, in all sizes
 */
export function createKeyFrameSender(find: () => RTCRtpSender | undefined): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    const sender = find();
    if (!sender || now - last < APART_MS) return;
    last = now;
    const parameters = sender.getParameters();
    // RTCEncodingOptions of WebRTC Extensions: browsers without it ignore it.
    const encodingOptions = parameters.encodings.map(() => ({ keyFrame: true }));
    // Refused if LiveKit's client changes the sender at the same time; it is asked for again.
    sender.setParameters(parameters, { encodingOptions }).catch(() => {});
  };
}
