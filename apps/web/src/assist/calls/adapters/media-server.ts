/**
 * LiveKit's client. While a call rings, it is loaded and makes its next room, whose worker starts meanwhile: on a slow phone, loading and
 * starting take longer than all else between the answer and the picture.
 */
import type { CallView, MediaServerClient } from '@earth/calls';
import type { LiveKitClient } from './livekit';

export interface MediaServer {
  /** Rejects if a part cannot be loaded now. */
  load(): Promise<MediaServerClient>;
  /** What was made for a call that is not answered is closed. */
  handlePhase(phase: CallView['phase']): void;
}

export function createMediaServer(me: string): MediaServer {
  let loading: Promise<LiveKitClient> | null = null;
  const load = () =>
    (loading ??= import('./livekit').then(
      ({ createLiveKitClient }) => createLiveKitClient(),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    ));
  return {
    load,
    handlePhase(phase) {
      // If it fails, it is done, or fails, after the answer.
      if (phase === 'incoming')
        load()
          .then((client) => client.prepareRoom(me))
          .catch(() => {});
      if (phase === 'idle' || phase === 'closed') loading?.then((client) => client.discardRoom()).catch(() => {});
    },
  };
}
