/** The media engine, over good networks and bad ones. */
import type { Figure } from '../figures';
import { measureLiveKit } from './livekit';
import { measureMesh } from './mesh';
import { measureNetwork } from './network';
import { measureRecording } from './recording';
import { measureRelay } from './relay';

export const mediaBenches: Readonly<
  Record<string, { readonly title: string; readonly measure: () => Promise<readonly Figure[]> }>
> = {
  network: {
    title: 'Calls over a network that breaks, beside a bare page in the same browsers',
    measure: measureNetwork,
  },
  mesh: { title: 'Four people in a mesh, beside a bare page in the same browsers', measure: measureMesh },
  livekit: { title: 'Calls by a LiveKit server, beside its client alone on a bare page', measure: measureLiveKit },
  relay: { title: 'Calls by the relay, beside direct ones', measure: measureRelay },
  recording: { title: 'A recording, beside the same call without one', measure: measureRecording },
};
