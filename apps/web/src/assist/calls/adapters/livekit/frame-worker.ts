/** The worker in which LiveKit's client encrypts and decrypts frames, under the rules of `frame-policy.ts`. Its name is this page's identity. */
import 'livekit-client/e2ee-worker';
import { type FrameRequest, permitted, withPolicy } from './frame-policy';

interface Transformer {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
  readonly options: { readonly kind: string; readonly participantIdentity: string; readonly trackId: string };
}

interface FrameWorker {
  readonly name: string;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onrtctransform?: ((event: { readonly transformer: Transformer }) => void) | null;
  postMessage(message: unknown): void;
}

const worker = globalThis as unknown as FrameWorker;
const { name: me, onmessage: handleMessage, onrtctransform: handleTransform } = worker;
const post = worker.postMessage.bind(worker);

// The client's own handler must not get the messages as they are.
// oxlint-disable-next-line unicorn/prefer-add-event-listener
worker.onmessage = ({ data }) => handleMessage?.({ data: permitted(data as FrameRequest, me) });
if (handleTransform)
  worker.onrtctransform = ({ transformer: { readable, writable, options } }) =>
    handleTransform({ transformer: { readable, writable, options: withPolicy(options.kind, options, me) } });

// From the start, whether or not the client asks for it. The client does not expect the confirmation.
const first = { kind: 'enable', data: { enabled: true, participantIdentity: me } };
worker.postMessage = (message) => {
  if (message === first) worker.postMessage = post;
  else post(message);
};
handleMessage?.({ data: first });
