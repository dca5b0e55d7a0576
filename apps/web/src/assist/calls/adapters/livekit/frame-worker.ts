/**
 * The worker in which LiveKit's client encrypts and decrypts frames. The client believes the media server if it says that somebody sends
 * without encryption, and would then show whatever comes: so here everybody encrypts, always.
 */
import 'livekit-client/e2ee-worker';

interface Request {
  readonly kind: string;
  readonly data: object;
}

const handle = globalThis.onmessage as ((event: Pick<MessageEvent<Request>, 'data'>) => void) | null;

// The client has set this, and its handler must not get the message as it is.
// oxlint-disable-next-line unicorn/prefer-add-event-listener
globalThis.onmessage = ({ data: request }: MessageEvent<Request>) =>
  handle?.({ data: request.kind === 'enable' ? { ...request, data: { ...request.data, enabled: true } } : request });
